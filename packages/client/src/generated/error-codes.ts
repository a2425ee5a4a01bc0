// Generated from the OpenAPI document by `npm run generate --workspace packages/client`. Do not edit.

/** Every code with which the service refuses. */
export const ERROR_CODES = [
	"BAD_REQUEST",
	"VALIDATION_ERROR",
	"UNAUTHORIZED",
	"FORBIDDEN",
	"SIGN_IN_AGAIN",
	"PASSWORDS_OFF",
	"INSECURE_CONNECTION",
	"CROSS_ORIGIN",
	"NOT_FOUND",
	"METHOD_NOT_ALLOWED",
	"LAST_OWNER",
	"IN_USE",
	"LAST_WAY_IN",
	"NOT_CHECKED",
	"PRECONDITION_FAILED",
	"UNSUPPORTED_MEDIA_TYPE",
	"TOO_MANY_REQUESTS",
	"TOO_MANY_CONNECTIONS",
	"SHUTTING_DOWN",
	"NOT_PROBED",
	"DATABASE_BUSY",
	"INTERNAL_ERROR"
] as const;
