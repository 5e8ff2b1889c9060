// How the pages are built: the playground, a screen for an entrance hall, the API, and the study. In development `npm run dev` asks a server that runs
// beside it: `cicerone serve`.
import { defineConfig } from "vite";

export default defineConfig({
  build: {
    // Where the server's package carries it.
    outDir: "../crates/cicerone-server/page",
    emptyOutDir: true,
    target: "es2022",
    // The server's policy allows no inline script, and all browsers this page
    // is built for preload modules themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // three.js is one large part, loaded after the page is there.
    chunkSizeWarningLimit: 700,
    rollupOptions: { input: { index: "index.html", kiosk: "kiosk.html", api: "api.html", study: "study.html" } },
  },
  server: { proxy: { "^/api/": process.env["SERVER"] ?? "http://127.0.0.1:8080" } },
});
