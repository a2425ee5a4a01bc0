/**
 * Bytes in an `ArrayBuffer`, as WebCrypto takes them: `Uint8Array<ArrayBuffer>`, by a name that TypeScript 5.4 can read
 * in our published types. Before 5.7 that class has no parameter.
 */
export type Bytes = ReturnType<Uint8ArrayConstructor["from"]>;
