// What the compiler does not see: promises nobody waits for, assertions that
// assert nothing, values of no type.
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["test-results/", "src/api/schema.ts", "**/*.mjs", "*.js"] },
  ...tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    // Tests read exports and answers as the plain JSON they are.
    files: ["tests/**"],
    rules: Object.fromEntries(
      ["argument", "assignment", "call", "member-access", "return"].map((what) => [
        `@typescript-eslint/no-unsafe-${what}`,
        "off",
      ]),
    ),
  },
);
