import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Core, FileKind } from '#core/server/core.ts'
import { invite } from '#core/server/identity/invitations.ts'
import { mailLinks } from '#core/server/identity/mailed-links.ts'
import { unsubscribeToken } from '#core/server/mail/unsubscribe.ts'
import { unseal } from '#core/server/secrets.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { address, changeRow, rowOf, secret, randomText, type Calls, type World } from '#core/testing/calls.ts'
import { PASSWORD, type TestPlatform } from '#core/testing/harness.ts'
import { buildApiToken } from '#core/testing/api-tokens.ts'
import { browserSubscription } from '#core/testing/push-service.ts'
import { sendImage } from '#core/testing/upload.ts'
import { zip } from '#core/testing/zip.ts'
import { secondFactors } from './second-factors.ts'
import { ssoCalls } from './sso-calls.ts'
import { webhookCalls } from './webhook-calls.ts'

const picture = () =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

type LinkKind = 'password' | 'verification'

/** Runs the jobs that follow the request of a link. */
export async function mailLink({ core }: TestPlatform, kind: LinkKind, email: string): Promise<void> {
  const from = { ipAddress: '127.0.0.1', userAgent: null, requestId: null }
  await mailLinks.perform(core, null, { kind, email, subdomain: null, ...from })
}

/** Returns the token of a requested link, which is only in the email. */
async function mailedLink(platform: TestPlatform, kind: LinkKind, recipient: string): Promise<string> {
  await mailLink(platform, kind, recipient)
  return secretTo(platform.core, recipient)
}

async function secretTo(core: Core, recipient: string): Promise<string> {
  const message = await core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).orderBy('id', 'desc').first<{ secret: Buffer }>('secret'),
  )
  return unseal(core.env.sessionKey, message.secret) ?? ''
}

/** Creates a held message, of a user who requested a new password. @returns its id */
export async function heldMail({ platform, admin, organization }: World): Promise<string> {
  const { email: recipient } = await organization.user('parent')
  await mailedLink(platform, 'password', recipient)
  await changeRow(platform, 'mail_messages', { recipient }, { status: 'held' })
  await admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 9 })
  return (await rowOf(platform, 'mail_messages', { recipient }))?.['id'] ?? ''
}

async function buildUnverified({ platform, organization }: World): Promise<{ id: string; email: string }> {
  const user = await organization.user('instructor')
  await changeRow(platform, 'users', { id: user.id }, { emailVerifiedAt: null })
  return user
}

/** Creates an invited user who has not accepted. */
export async function buildInvited({
  platform: { core },
  organization,
}: World): Promise<{ id: string; token: string }> {
  const { id, email } = await organization.user('instructor', { password: null })
  await core.db.tenant(organization.id, systemActor, (scope) => invite(scope, id))
  return { id, token: await secretTo(core, email) }
}

/** Allows all callers whom core itself does not refuse. */
const openKind: FileKind = {
  id: 'calls.open',
  types: ['text/plain'],
  maxBytes: 1024,
  belongsToChild: false,
  may: async () => true,
  usesOf: async () => [],
  interactive: true,
}

/** Creates a file that all users may delete. @returns its id */
export async function fileOf(
  { platform: { core }, organization }: World,
  bytes: Uint8Array = Buffer.from('Only for this organization'),
): Promise<string> {
  core.files.kinds.set(openKind.id, openKind)
  const [sha256, size] = [createHash('sha256').update(bytes).digest('hex'), bytes.length]
  await core.files.contents.put(sha256, size, async function* () {
    yield Buffer.from(bytes)
  })
  return core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const file = { kind: openKind.id, filename: 'notes.txt', mimeType: 'text/plain', size, sha256, state: 'complete' }
    const [row] = await trx('files').insert(file, ['id'])
    return (row as { id: string }).id
  })
}

/** A call of each endpoint of the core that changes something or takes an id. */
export const calls: Calls = {
  ...ssoCalls,
  ...webhookCalls,
  'POST /api/tenant/first-steps/dismiss': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'tenant',
    resourceId: organization.id,
  }),
  ...secondFactors,
  'PUT /api/settings': async ({ admin }) => ({
    by: admin,
    body: { platformName: `Platform ${randomText()}`, mailPassword: secret() },
    action: 'settings.updated',
    resource: 'global_settings',
  }),
  'POST /api/upload-image': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    image: await picture(),
    action: 'image.uploaded',
    resource: 'image',
  }),
  'GET /api/images/{id}': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await sendImage(by, await picture())
    return { by, params: [body.imageUrl.split('/').at(-1)] }
  },
  'GET /api/files/{id}': async (world) => ({
    by: await world.organization.signIn('parent'),
    params: [await fileOf(world)],
  }),
  'GET /api/files/{id}/interactive': async (world) => ({
    by: await world.organization.signIn('parent'),
    params: [await fileOf(world, zip([{ path: 'index.html', content: 'For its learners' }]))],
  }),
  'POST /api/push/subscription': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, body: browserSubscription(), resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/push/subscription/end': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const body = browserSubscription()
    await by.post('/api/push/subscription', body)
    return { by, body: { endpoint: body.endpoint }, resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/login': async ({ organization }) => {
    const { id, email } = await organization.user('parent')
    const body = { email, password: PASSWORD }
    return { by: organization.client(), body, action: 'auth.signed-in', resource: 'user', resourceId: id, userId: id }
  },
  'POST /api/logout': async ({ organization }) => {
    const by = await organization.signIn('parent')
    // The cookie is gone, whatever comes of it.
    return { by, resource: 'user', resourceId: by.user?.id ?? '', keeps: [] }
  },
  'POST /api/hand-over': async ({ platform, organization }) => ({
    by: await platform.client().signIn((await organization.user('parent')).email),
  }),
  'PUT /api/user': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const body = { calledName: randomText() }
    return { by, body, action: 'profile.updated', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/user/organizations/{tenantId}/switch': async ({ platform, organization }) => {
    const other = await platform.organization()
    const { email } = await organization.user('parent')
    await other.user('parent', { email })
    return { by: await organization.client().signIn(email), params: [other.id] }
  },
  'POST /api/user/api-tokens': async ({ organization }) => {
    const by = await organization.signIn('instructor')
    const body = { name: randomText(), scopes: ['user:read'], expiresInDays: 30 }
    return { by, body, action: 'api-token.created', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'DELETE /api/user/api-tokens/{id}': async ({ platform, organization }) => {
    const by = await organization.signIn('instructor')
    const { id } = await buildApiToken(platform, by, { scopes: ['sessions:read'] })
    return { by, params: [id], action: 'api-token.revoked', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'DELETE /api/tenant/api-tokens/{id}': async ({ platform, organization }) => {
    const owner = await organization.signIn('instructor')
    const { id } = await buildApiToken(platform, owner, { scopes: ['sessions:read'] })
    const by = await organization.signIn('tenant_admin')
    return { by, params: [id], action: 'api-token.revoked', resource: 'user', resourceId: owner.user?.id ?? '' }
  },
  'PUT /api/tenant/api-tokens/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { allowedFor: 'everyone' },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/user/password': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const password = secret()
    const body = { currentPassword: PASSWORD, password, confirmPassword: password }
    return { by, body, action: 'auth.password-changed', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/user/password/first': async ({ organization }) => {
    const { email } = await organization.user('parent', { temporary: true })
    const [by, password] = [await organization.client().signIn(email), secret()]
    const body = { firstName: randomText(), lastName: 'Byron', password, confirmPassword: password }
    return { by, body, action: 'auth.password-changed', resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'DELETE /api/user/devices/{id}': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent')
    await organization.client().signIn(email)
    const device = (await rowOf(platform, 'auth_sessions', { userId: id }))?.['id'] ?? ''
    const by = await organization.client().signIn(email)
    return { by, params: [device], action: 'auth.device-signed-out', resource: 'auth_session', resourceId: device }
  },
  'POST /api/password/forgot': async ({ organization }) => {
    const { id, email } = await organization.user('parent')
    const action = 'auth.password-reset-requested'
    return { by: organization.client(), body: { email }, action, resource: 'user', resourceId: id }
  },
  'POST /api/password/reset': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent')
    const [token, password] = [await mailedLink(platform, 'password', email), secret()]
    const body = { token, password, confirmPassword: password }
    return { by: organization.client(), body, action: 'auth.password-reset', resource: 'user', resourceId: id }
  },
  'POST /api/email-verification/send': async (world) => {
    const { id, email } = await buildUnverified(world)
    const action = 'auth.email-verification-requested'
    return { by: world.organization.client(), body: { email }, action, resource: 'user', resourceId: id }
  },
  'POST /api/email-verification/confirm': async (world) => {
    const { id, email } = await buildUnverified(world)
    const body = { token: await mailedLink(world.platform, 'verification', email) }
    return { by: world.organization.client(), body, action: 'auth.email-verified', resource: 'user', resourceId: id }
  },
  'POST /api/invitations/open': async (world) => {
    const { token } = await buildInvited(world)
    return { by: world.organization.client(), body: { token } }
  },
  'POST /api/invitations/accept': async (world) => {
    const { id, token } = await buildInvited(world)
    const password = secret()
    const body = { token, calledName: randomText(), password, confirmPassword: password }
    return { by: world.organization.client(), body, resource: 'user', resourceId: id, userId: null }
  },
  'POST /api/settings/test-message': async ({ admin }) => {
    await admin.put('/api/settings', { mailHost: '127.0.0.1', mailPort: 9 })
    return { by: admin, body: { to: address() }, action: 'settings.test-message', resource: 'global_settings' }
  },
  'POST /api/mail-messages/{id}/send': async (world) => {
    const id = await heldMail(world)
    return { by: world.admin, params: [id], action: 'mail.sent-again', resource: 'mail_message', resourceId: id }
  },
  'PUT /api/tenant/languages': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { languages: ['en', 'es'], defaultLanguage: 'es' },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'PUT /api/email/sender': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { postalAddress: randomText() },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/email/sender/confirm': async ({ platform, organization }) => {
    const replyTo = address()
    await (await organization.signIn('tenant_admin')).put('/api/email/sender', { replyTo })
    const token = await secretTo(platform.core, replyTo)
    return { by: organization.client(), body: { token }, resource: 'tenant', resourceId: organization.id }
  },
  'PUT /api/email/preferences': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, body: { news: false, conversation: true }, resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /email/unsubscribe': async ({ platform, organization }) => {
    const news = { recipient: address(), subject: 'News', body: 'Hello', class: 'news', tenantId: organization.id }
    const [{ id = '' } = {}] = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').insert(news, ['id']),
    )
    const query = { token: unsubscribeToken(platform.core.env, id) }
    return { by: organization.client(), query, resource: 'mail_message', resourceId: id }
  },
  'POST /api/mail-messages/release': async (world) => {
    await heldMail(world)
    return { by: world.admin, action: 'mail.released', resource: 'mail_message' }
  },
}
