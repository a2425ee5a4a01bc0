/** The entry point for algorithms beyond ES256, RS256 and EdDSA. Import those that the relying party should take. */

export { ES384, ES512 } from "./algorithms/ecdsa.ts";
export { ML_DSA_44, ML_DSA_65, ML_DSA_87 } from "./algorithms/ml-dsa.ts";
export { PS256 } from "./algorithms/ps256.ts";
export type { Algorithm } from "./server/keys/algorithm.ts";
