/** Public ids: TypeIDs, a prefix and the base32 of a UUIDv7 (https://github.com/jetify-com/typeid/tree/main/spec). */

import { TypeID, typeid } from "typeid-js";

/** Every prefix in use, so that none is used for two nouns. */
type IdPrefix =
	| "team"
	| "key"
	| "usr"
	| "mbr"
	| "inv"
	| "pk"
	| "ses"
	| "aud"
	| "mon"
	| "chk"
	| "alt"
	| "evt"
	| "sp"
	| "cmp"
	| "sub"
	| "nws"
	| "mw"
	| "inc"
	| "upd"
	| "itp"
	| "png"
	| "out"
	| "cau"
	| "sch"
	| "ovr"
	| "uch"
	| "loc"
	| "pro";

/** A new id, for example `mon_01h455vb4pex5vsknk084sn02q`. */
export function newPublicId(prefix: IdPrefix): string {
	return typeid(prefix).toString();
}

/**
 * The UUID that a public id spells, lower case with hyphens. Throws for text that is no TypeID: only for ids of ours.
 */
export function uuidOf(publicId: string): string {
	return TypeID.fromString(publicId).toUUID();
}
