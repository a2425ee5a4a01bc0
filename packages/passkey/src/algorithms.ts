/** The algorithms door: what a relying party can take beyond ES256, RS256 and EdDSA. Import what you hand to it. */

export { ES384, ES512 } from "./algorithms/ecdsa.ts";
export { ML_DSA_44, ML_DSA_65, ML_DSA_87 } from "./algorithms/ml-dsa.ts";
export { PS256 } from "./algorithms/ps256.ts";
export type { Algorithm } from "./server/keys/algorithms.ts";
