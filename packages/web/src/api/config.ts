/** What files own (docs/use/as-code). */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing } from "./client/request.ts";

export type ManagedObject = components["schemas"]["ManagedObject"];

export const managedObjectsQuery = queryOptions({
	queryKey: ["config-objects"],
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/config/objects", { signal }))).objects,
	// Files are applied a few times a day.
	staleTime: 60_000,
});
