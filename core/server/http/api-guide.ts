import { MAX_API_TOKENS, MAX_TOKEN_DAYS } from '#core/contract/api-tokens.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_HOURS } from '#core/contract/webhooks.ts'
import { REQUESTS_PER_MINUTE } from './request-limits.ts'

/** Articles for people who build on the API: the first page of `/api/docs`, in Markdown. */
export const apiGuide = `
Everything that the web app does, it does by these calls.

## Authentication

Create an API token on the page of your profile: give it a name, scopes and a day on which it expires, at most ${MAX_TOKEN_DAYS} days from now. It is shown once. Send it with each call:

\`\`\`
curl https://your-organization.example.org/api/sessions -H 'Authorization: Bearer trl_1a2b3c4d_…'
\`\`\`

- A token acts as you, with your present role, within its scopes. It never allows more than you may do yourself.
- A scope is a group of calls below, with \`:read\` for GET and \`:write\` for everything else. Each call names the scope that it needs; some are by session only, such as passwords, second factors and confidential records.
- A token works at the address at which it was created: an organization's or the platform's.
- Send it in the header alone, never in an address. A call with both a token and the cookie of a session is refused (400 \`api-token.with-cookie\`).
- Each person can have ${MAX_API_TOKENS} tokens. An admin can revoke tokens, and switch them off for the organization. Tokens of deactivated people and of suspended organizations are refused.
- The beginning of a token (\`trl_\` and 8 characters) is no secret: lists and the audit log show it. A leaked token is found and revoked by it.

Pages of other sites cannot call the API: it sends no CORS headers. Keep tokens on a server.

## Webhooks

Instead of asking again and again, have events sent to your program: an admin adds a webhook under Organization Settings, Webhooks, at most ${MAX_WEBHOOKS}. \`GET /api/tenant/webhooks/types\` has the JSON schema of each type and an example, and so has the screen for the types that are on.

Each event is a POST of JSON with \`type\`, \`timestamp\` and \`data\`, signed by the [Standard Webhooks](https://www.standardwebhooks.com) scheme: verify it with one of its libraries and the secret that is shown once (\`whsec_…\`).

- \`webhook-id\` names the message. The same message may come twice: ignore an id that you have seen. \`webhook-timestamp\` is the time of the try. \`webhook-signature\` may have two signatures, for ${SECRET_OVERLAP_HOURS} hours after a new secret.
- Answer 2xx within 10 seconds, and do the work afterwards. Redirects are not followed. Other answers are tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; \`Retry-After\` is respected up to an hour. 410 turns the webhook off, and so does a week in which every delivery failed.
- Events of one subject (a student, a learner, an invoice) come in order; one that fails holds up the later ones of its subject.
- Data are as they were when the event happened. Names of children are sent only where the webhook includes them. Health, incidents, concerns and messages are never sent, nor is anything about a child with a restricted guardian.
- New fields may come at any time: ignore what you do not know.

## Errors

An error is JSON: \`code\` is stable and for programs, \`message\` is for people, \`fields\` names the fields of the body that are wrong, \`requestId\` finds the call in the log of the server.

- 401 \`api-token.invalid\`: the token was revoked, has expired, or is for another address; see \`WWW-Authenticate\`.
- 403 \`api-token.scope\`: \`details.scope\` is the scope that is missing. 403 \`api-token.session-only\`: no token is accepted. 403 \`api-tokens.off\`: the organization does not allow tokens for the account.
- 409: taken, or changed in the meantime. Read it again before another try.
- 429 and 503: \`Retry-After\` says in how many seconds another try makes sense.

## Limits

${REQUESTS_PER_MINUTE.perApiToken} calls a minute for each token; a few calls have less. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) say where you stand.

## Paging

Lists are JSON arrays. \`?limit=\` takes at most ${LIST_CAP} rows. While more follows, the header \`Link\` has the address of the next page (\`rel="next"\`): follow it until there is none. \`X-Total-Count\` is the number of all rows, where it is known.

## Dates, ids and texts

Instants are ISO 8601 in UTC, days \`2026-11-28\`, ids UUIDs. Answers may get new fields at any time: ignore what you do not know.

## Versions and changes

The version of this document is that of the platform. A release adds calls, fields and values; it removes or renames none without announcement: the change log lists what will go at least one minor version before, under "Deprecated", and the call here is marked \`deprecated\`. Additions are in the change log under their version.

## A client in TypeScript

\`/api/openapi.json\` is this document (OpenAPI 3.0). A generator makes types or a client of it, for example \`npx openapi-typescript openapi.json\`; \`npm run api-client\` writes the one that the platform's own tests use.
`.trim()
