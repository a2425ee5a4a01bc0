/** The keys of `control`, apart from what makes and uses keys: each start reads them. */

import { z } from "zod";
import type { UserCredentials } from "./authenticator.ts";

const user = z.object({ jwt: z.string(), seed: z.string() }) satisfies z.ZodType<UserCredentials>;
/** The file NATS_CREDENTIALS. Whoever reads it can do everything that `control` can. */
export const natsCredentials = z.object({
	/** Signs accounts, and so revocations. */
	operatorSeed: z.string().startsWith("SO"),
	/** Signs users: probers. */
	accountSeed: z.string().startsWith("SA"),
	/** Hands the account to the server. */
	systemUser: user,
	control: user,
});
export type NatsCredentials = z.output<typeof natsCredentials>;
