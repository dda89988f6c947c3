import { importJWK, importSPKI, type CryptoKey, type JWK } from 'jose'
import { z } from 'zod'
import { changedFields, record } from '#core/server/audit.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { addressProblem, type AddressProblem } from '#core/server/outgoing.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import {
  externalTool,
  MAX_REDIRECT_URLS,
  MAX_TOOLS,
  type ExternalTool,
  type NewTool,
  type OfferedTool,
} from '../contract.ts'
import { lmsEnvironment } from '../../../shared/server/environment.ts'

const columns = `id, name, client_id as "clientId", deployment_id as "deploymentId", login_url as "loginUrl",
  launch_url as "launchUrl", array_to_string(redirect_urls, E'\\n') as "redirectUrls", keys_url as "keysUrl",
  public_key as "publicKey", offers_content as "offersContent", shares_names as "sharesNames",
  shares_emails as "sharesEmails", shares_members as "sharesMembers", is_enabled as "isEnabled", updated_at as "updatedAt"`

const selectTools = statement(externalTool, `select ${columns} from lms_lti_tools order by name, id limit ${MAX_TOOLS}`)

const selectTool = statement(externalTool, `select ${columns} from lms_lti_tools where id = $id`)

const selectToolByClient = statement(
  externalTool,
  `select ${columns} from lms_lti_tools where client_id = $clientId and is_enabled`,
)

export const listExternalTools = (scope: TenantScope): Promise<ExternalTool[]> => scope.rows(selectTools)

/** Lists the enabled tools, by name. */
export async function listOfferedTools(scope: TenantScope): Promise<OfferedTool[]> {
  const tools = await listExternalTools(scope)
  return tools.filter(({ isEnabled }) => isEnabled)
}

/** @throws not-found */
export async function getTool(scope: TenantScope, id: string): Promise<ExternalTool> {
  const found = await findTool(scope, id)
  if (!found) throw notFound('External tool')
  return found
}

/** Finds a tool; undefined once it is deleted. */
export async function findTool(scope: TenantScope, id: string): Promise<ExternalTool | undefined> {
  return (await scope.rows(selectTool, { id }))[0]
}

/** Finds an enabled tool by the id that the platform has given it. */
export async function findToolByClient(scope: TenantScope, clientId: string): Promise<ExternalTool | undefined> {
  const [found] = await scope.rows(selectToolByClient, { clientId })
  return found
}

/** True if tools on this machine and by http are allowed. */
export const allowsPrivate = ({ env }: Pick<Core, 'env'>): boolean => env.of(lmsEnvironment).ltiAllowPrivate

const problems: Record<AddressProblem, string> = {
  malformed: 'Enter an address like https://tool.example/launch',
  'not-https': 'The address has to begin with https://',
  private: 'The address has to be on the public internet',
}

/** Splits the redirect addresses of a tool. */
export const listRedirectUrls = ({ redirectUrls }: Pick<NewTool, 'redirectUrls'>): string[] =>
  [...new Set(redirectUrls.split('\n').map((url) => url.trim()))].filter((url) => url !== '')

/** Reads a public key as PEM or JWK. @throws for a private key, and for one that is not RSA */
export async function readPublicKey(text: string): Promise<CryptoKey> {
  if (!text.trimStart().startsWith('{')) return importSPKI(text.trim(), 'RS256')
  const jwk = JSON.parse(text) as JWK
  if (jwk.kty !== 'RSA' || 'd' in jwk) throw new Error('Not a public RSA key')
  const key = await importJWK({ kty: jwk.kty, n: jwk.n ?? '', e: jwk.e ?? '' }, 'RS256')
  if (key instanceof Uint8Array) throw new Error('Not a public RSA key')
  return key
}

/** @throws invalid at a field */
async function checkInput({ core }: TenantScope, tool: NewTool): Promise<void> {
  const redirects = listRedirectUrls(tool)
  const check = (field: keyof NewTool, url: string) => {
    const problem = addressProblem(url, allowsPrivate(core))
    if (problem !== undefined) throw invalidField(field, problems[problem])
  }
  check('loginUrl', tool.loginUrl)
  check('launchUrl', tool.launchUrl)
  if (redirects.length > MAX_REDIRECT_URLS) throw invalidField('redirectUrls', `At most ${MAX_REDIRECT_URLS} addresses`)
  for (const url of redirects) check('redirectUrls', url)
  if ((tool.keysUrl === '') === (tool.publicKey === '')) {
    throw invalidField('keysUrl', 'Enter the address of the keys, or a public key')
  }
  if (tool.keysUrl !== '') return check('keysUrl', tool.keysUrl)
  await readPublicKey(tool.publicKey).catch(() => {
    throw invalidField('publicKey', 'Enter a public RSA key as PEM or JWK')
  })
}

// Two admins who add the last one at once do not both succeed.
const lockTools = statement(`select pg_advisory_xact_lock(hashtextextended('lms.lti-tools:' || $tenantId, 0))`)

const countTools = statement(z.object({ count: z.number() }), 'select count(*)::int as count from lms_lti_tools')

const insertTool = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lti_tools (name, client_id, deployment_id, login_url, launch_url, redirect_urls, keys_url, public_key,
      offers_content, shares_names, shares_emails, shares_members, is_enabled, created_at, updated_at)
    values ($name, $clientId, $deploymentId, $loginUrl, $launchUrl, $redirects, $keysUrl, $publicKey, $offersContent,
      $sharesNames, $sharesEmails, $sharesMembers, $isEnabled, $now, $now) returning id`,
)

/** @throws external-tools.limit 409, invalid at a field */
export async function createExternalTool(scope: TenantScope, input: NewTool): Promise<ExternalTool> {
  await checkInput(scope, input)
  await scope.rows(lockTools, { tenantId: scope.tenantId })
  const [{ count } = { count: 0 }] = await scope.rows(countTools)
  if (count >= MAX_TOOLS) {
    const message = `You have ${MAX_TOOLS} external tools. Delete one that you no longer use.`
    throw new AppError('external-tools.limit', 409, message)
  }
  const [created] = await scope.rows(insertTool, {
    ...input,
    redirects: listRedirectUrls(input),
    clientId: crypto.randomUUID(),
    deploymentId: crypto.randomUUID(),
    now: scope.core.clock.now(),
  })
  if (!created) throw notFound('External tool')
  await recordTool(scope, created.id, 'external-tool.created', `Added the external tool ${input.name}`, {
    after: input,
  })
  return getTool(scope, created.id)
}

const updateTool = statement(
  z.object({ id: z.uuid() }),
  `update lms_lti_tools set name = $name, login_url = $loginUrl, launch_url = $launchUrl, redirect_urls = $redirects,
      keys_url = $keysUrl, public_key = $publicKey, offers_content = $offersContent, shares_names = $sharesNames,
      shares_emails = $sharesEmails, shares_members = $sharesMembers, is_enabled = $isEnabled, updated_at = $next
    where id = $id and updated_at = $before returning id`,
)

/** @throws not-found, outdated 409, invalid at a field */
export async function updateExternalTool(
  scope: TenantScope,
  id: string,
  { updatedAt, ...input }: NewTool & { updatedAt?: string | undefined },
): Promise<ExternalTool> {
  const before = await getTool(scope, id)
  await checkInput(scope, input)
  refuseOutdated('this external tool', before.updatedAt, updatedAt)
  const { clientId: _client, deploymentId: _deployment, id: _id, updatedAt: _at, ...was } = before
  const next = nextVersion(scope.core.clock, before.updatedAt)
  const values = { ...input, redirects: listRedirectUrls(input), id, next, before: before.updatedAt }
  const [updated] = await scope.rows(updateTool, values)
  // Changed since it was read.
  if (!updated) refuseOutdated('this external tool', next, before.updatedAt)
  await recordTool(
    scope,
    id,
    'external-tool.updated',
    `Changed the external tool ${input.name}`,
    changedFields(was, input),
  )
  return getTool(scope, id)
}

const deleteTool = statement(z.object({ name: z.string() }), 'delete from lms_lti_tools where id = $id returning name')

/** @throws not-found */
export async function deleteExternalTool(scope: TenantScope, id: string): Promise<void> {
  const [deleted] = await scope.rows(deleteTool, { id })
  if (!deleted) throw notFound('External tool')
  await recordTool(scope, id, 'external-tool.deleted', `Deleted the external tool ${deleted.name}`)
}

const recordTool = (
  scope: TenantScope,
  id: string,
  action: 'external-tool.created' | 'external-tool.updated' | 'external-tool.deleted',
  description: string,
  { before, after }: { before?: object; after?: object } = {},
) =>
  record(scope, {
    action,
    category: 'security',
    description,
    resource: 'external_tool',
    resourceId: id,
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  })
