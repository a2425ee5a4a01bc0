/** A public key as a JSON Web Key (RFC 7517), the one form that every runtime's cryptography imports. */
export type PublicJwk = Readonly<Record<string, string>>;

/** Why a key is refused: it is not one, or it is one that nobody here should rely on. */
export type KeyRefusal = "malformed" | "unsupported";
