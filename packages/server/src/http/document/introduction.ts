/** What somebody who opens the document or /docs for the first time has to know before the first request. */

export const INTRODUCTION = `Monitors, their checks, alerts, incidents, maintenance, status pages and reports.

## Authentication

Every request carries an API key, made under Settings, API keys, or printed at the first start:

\`\`\`sh
API=https://status.example.com/api/v1
curl -H "Authorization: Bearer $LAPWING_API_KEY" $API/monitors
\`\`\`

A key has scopes, and each operation names the one it needs. Without a valid key the answer is 401, without the scope 403.

## Errors

An error is \`{ "error": { "code", "message", "details" }, "meta": { "requestId" } }\`. Match the \`code\`. \`details\` lists
what is wrong with a body: \`path\` is a JSON Pointer into it. Reports answer \`application/problem+json\` (RFC 9457).
After 429 and 503 wait as \`Retry-After\` says. Every response carries \`X-Request-Id\`, which the log of the service has too.

## Paging

Lists are pages of \`perPage\` items. \`meta.pagination.next\` is the \`cursor\` of the next page, and null on the last one;
the \`Link\` header has the same as a URL.

## A client

Types, pages and retries for TypeScript and JavaScript, made from this document:

\`\`\`sh
npm install @lapwing/client
\`\`\`
`;
