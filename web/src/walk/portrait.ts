// Small pictures of the things that stand about, made from the same models as
// the view, so that one knows them again.

import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { objectModel } from "./objects";

const SIZE = 128;
/** From where one looks: a little from the right and from above. */
const FROM = new Vector3(0.42, 0.32, 0.85).normalize();

/** A picture of each kind, as the address of an image. Throws without WebGL. */
export function portraits(kinds: string[]): Map<string, string> {
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(SIZE, SIZE, false);
  const camera = new PerspectiveCamera(30, 1, 0.1, 20);
  const pictures = new Map<string, string>();
  for (const kind of kinds) {
    const scene = new Scene();
    scene.background = new Color("#efebe2");
    const sun = new DirectionalLight("#fff4e0", 0.9);
    sun.position.set(0.6, 1, 0.5);
    const model = objectModel(kind);
    scene.add(new HemisphereLight("#ffffff", "#d8cfc0", 2.8), sun, model);
    // As large as fits, whatever its size.
    const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
    camera.position.copy(center).addScaledVector(FROM, (radius * 0.95) / Math.sin(Math.PI / 12));
    camera.lookAt(center);
    renderer.render(scene, camera);
    pictures.set(kind, renderer.domElement.toDataURL());
  }
  renderer.dispose();
  renderer.forceContextLoss();
  return pictures;
}
