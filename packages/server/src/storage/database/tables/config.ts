/** The table of what files own (../../config/config-objects.ts). */

import { bigint, table, text } from "./table.ts";

export const CONFIG_TABLES = {
	/** Objects of a team that are kept in files, by the key that they have there. A row may outlive its object. */
	config_objects: table(
		{
			team_id: bigint.references("teams"),
			project: text,
			/** One of CONFIG_KINDS. */
			kind: text,
			key: text,
			/** `mon_…` */
			object_id: text,
			/** Keyed digest of the body that was applied last, without its secrets. */
			body_digest: text,
			/** The same of each of its secrets, by their names: JSON. */
			secret_digests: text,
			/** Digest of what was seen of the object after that. */
			seen_digest: text,
			/** Keyed digest of the secrets that the object had after that. */
			held_digest: text,
			created_at: bigint,
		},
		{ key: "team_id, project, kind, key", indexes: { config_objects_object: "(team_id, object_id)" } },
	),
};
