import { fromSeed } from "@nats-io/nkeys";
import type { NatsCredentials } from "../credentials.ts";
import type { ProberToken } from "../token.ts";

/** The same token as from a machine whose clock is so far ahead. */
export function issuedLater(token: ProberToken, seconds: number, { accountSeed }: NatsCredentials): ProberToken {
	const [header = "", payload = ""] = token.jwt.split(".");
	const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { iat: number };
	const later = Buffer.from(JSON.stringify({ ...claims, iat: claims.iat + seconds })).toString("base64url");
	const bytes = new TextEncoder();
	const signature = fromSeed(bytes.encode(accountSeed)).sign(bytes.encode(`${header}.${later}`));
	return { ...token, jwt: `${header}.${later}.${Buffer.from(signature).toString("base64url")}` };
}
