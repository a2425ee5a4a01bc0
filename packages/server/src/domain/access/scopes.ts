/**
 * The scopes of keys and members. Scopes match exactly: `:write` does not imply `:read` (docs/rules/access.md#scopes).
 */

export const SCOPES = [
	"monitors:read",
	"monitors:write",
	"alerts:read",
	"alerts:write",
	"reports:read",
	"maintenance:read",
	"maintenance:write",
	"status-pages:read",
	"status-pages:write",
	"incidents:read",
	"incidents:write",
	"schedules:read",
	"schedules:write",
	"outages:write",
	"subscribers:read",
	"subscribers:write",
	"config:read",
	"config:write",
	"keys:read",
	"keys:write",
	"members:read",
	"members:write",
	"probers:read",
	"probers:write",
	"audit:read",
	"team:write",
] as const;
export type Scope = (typeof SCOPES)[number];

export function isScope(word: unknown): word is Scope {
	return (SCOPES as readonly unknown[]).includes(word);
}
