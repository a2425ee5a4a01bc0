import { useQuery } from "@tanstack/react-query";
import { statusPagesQuery } from "../api/status-pages.ts";
import { useMay } from "./session.tsx";

/** The status pages of the team, where the user may see them. */
export function useStatusPages() {
	return useQuery({ ...statusPagesQuery, enabled: useMay("status-pages:read") });
}
