import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { MAX_API_TOKENS } from '#core/contract/api-tokens.ts'
import { MAX_SSO_PROVIDERS } from '#core/contract/single-sign-on.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { announceChangedEmail } from '#core/server/identity/email-change.ts'
import { remindInvited } from '#core/server/identity/invitation-reminders.ts'
import { invite, inviteAll } from '#core/server/identity/invitations.ts'
import { UserModel } from '#core/server/identity/user.ts'
import { buildApiToken } from '#core/testing/api-tokens.ts'
import { comeBack, signInBy, ssoBody } from '#core/testing/identity-provider.ts'
import { query } from '#core/testing/query.ts'
import { addPasskey } from '#core/testing/second-factor.ts'
import { rowOf, secret } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildInvited, mailLink } from '../calls.ts'
import { buildSso } from '../sso-calls.ts'
import { countRows } from '#core/testing/rows.ts'

export const identityRaces: Races = {
  'core/server/identity/api-tokens/routes.ts lockOwner': async ({ platform, organization }) => {
    const client = await organization.signIn('instructor')
    for (let count = 1; count < MAX_API_TOKENS; count++)
      await buildApiToken(platform, client, { scopes: ['user:read'] })
    const create = () =>
      client.post('/api/user/api-tokens', { name: 'The last one', scopes: ['user:read'], expiresInDays: 1 })
    return {
      first: create,
      second: create,
      expect: async (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 409, body: { code: 'api-tokens.limit' } })
        expect(await countRows(platform, 'api_tokens', { userId: client.user?.id })).toBe(MAX_API_TOKENS)
      },
    }
  },

  'core/server/identity/invitation-acceptance.ts lockUser': async (world) => {
    const { platform, organization } = world
    const { id, token } = await buildInvited(world)
    const accept = (calledName: string) => () => {
      const password = secret()
      const body = { token, calledName, password, confirmPassword: password }
      return organization.client().post('/api/invitations/accept', body)
    }
    return {
      first: accept('Addie'),
      second: accept('Mae'),
      expect: async (first, second) => {
        expect(first.status).toBe(200)
        expect(second).toMatchObject({ status: 400, body: { code: 'identity.invitation-used' } })
        expect(await rowOf(platform, 'users', { id })).toMatchObject({ calledName: 'Addie' })
      },
    }
  },

  'core/server/identity/invitation-reminders.ts selectDue': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent', { password: null, emailVerified: false })
    const { core, databaseUrl } = platform
    await core.db.tenant(organization.id, systemActor, (scope) => invite(scope, id))
    await query(databaseUrl, `update invitations set invited_at = invited_at - interval '5 days' where user_id = $1`, [
      id,
    ])
    const remind = () => remindInvited.perform(core, null, {})
    return {
      first: remind,
      second: remind,
      expect: async () => expect(await countRows(platform, 'mail_messages', { recipient: email })).toBe(2),
    }
  },

  'core/server/identity/invitations.ts lockInvited': async ({ platform, organization }) => {
    const { id, email } = await organization.user('parent', { password: null, emailVerified: false })
    const { core } = platform
    return {
      first: () => core.db.tenant(organization.id, systemActor, (scope) => inviteAll(scope, organization.id, [id])),
      second: () =>
        core.db.platform(systemActor, async (scope) => {
          await UserModel.query(scope.trx)
            .findById(id)
            .patch({ email: `${randomUUID()}@school.example` })
          await announceChangedEmail(scope, id, email)
        }),
      // The invitation is at the address that the person has.
      expect: async () => {
        const user = await rowOf(platform, 'users', { id })
        expect(await rowOf(platform, 'invitations', { userId: id })).toMatchObject({ email: user.email })
      },
    }
  },

  'core/server/identity/last-admin.ts lock': async ({ admin, organization }) => {
    const [one, other] = [await organization.user('tenant_admin'), await organization.user('tenant_admin')]
    const deactivate = (id: string) => () => admin.put(`/api/users/${id}`, { isActive: false })
    return {
      first: deactivate(one.id),
      second: deactivate(other.id),
      expect: (first, second) => {
        expect(first.status).toBe(200)
        expect(second).toMatchObject({ status: 400, body: { fields: { isActive: expect.any(String) } } })
      },
    }
  },

  'core/server/identity/password-reset.ts lock': async ({ platform, organization }) => {
    const { id: userId, email } = await organization.user('parent')
    const ask = () => mailLink(platform, 'password', email)
    return {
      first: ask,
      second: ask,
      expect: async () => {
        expect(await countRows(platform, 'mail_messages', { recipient: email })).toBe(1)
        expect(await countRows(platform, 'password_resets', { userId })).toBe(1)
      },
    }
  },

  'core/server/identity/single-sign-on/find-account.ts lockSubject': async ({ platform, organization }) => {
    const { by, idp, id, updatedAt } = await buildSso(organization)
    const change = ssoBody(idp, { defaultRole: 'parent', allowedDomains: ['school.example'] })
    await by.put(`/api/sso/providers/${id}`, { ...change, updatedAt })
    const email = `${randomUUID()}@school.example`
    idp.be({ sub: email, email, email_verified: true })
    const browsers = [organization.client(), organization.client()] as const
    const [one, other] = [await comeBack(browsers[0], id), await comeBack(browsers[1], id)]
    return {
      first: () => browsers[0].get(one),
      second: () => browsers[1].get(other),
      expect: async (first, second) => {
        expect([first.headers['location'], second.headers['location']]).toEqual(['/', '/'])
        expect(await countRows(platform, 'users', { email, tenantId: organization.id })).toBe(1)
      },
    }
  },

  'core/server/identity/single-sign-on/find-account.ts lockIdentity': async ({ organization }) => {
    const { by, idp, id, updatedAt } = await buildSso(organization)
    const { email } = await organization.user('instructor')
    idp.be({ sub: email, email, email_verified: true })
    const browser = organization.client()
    await signInBy(browser, id)
    const other = organization.client()
    const back = await comeBack(other, id)
    const disabled = { ...ssoBody(idp, { isEnabled: false, clientSecret: '' }), updatedAt }
    return {
      first: () => other.get(back),
      second: () => by.put(`/api/sso/providers/${id}`, disabled),
      expect: async (first, second) => {
        expect([first.headers['location'], second.status]).toEqual(['/', 200])
        expect((await other.get('/api/user')).status).toBe(401)
      },
    }
  },

  'core/server/identity/single-sign-on/settings.ts lockProviders': async ({ organization }) => {
    const { by, idp } = await buildSso(organization)
    for (let count = 2; count < MAX_SSO_PROVIDERS; count++) await by.post('/api/sso/providers', ssoBody(idp))
    const add = () => by.post('/api/sso/providers', ssoBody(idp))
    return {
      first: add,
      second: add,
      expect: (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 409, body: { code: 'sso.limit' } })
      },
    }
  },

  'core/server/identity/single-sign-on/settings.ts lockAdmins': async ({ admin, organization }) => {
    const { by, idp, id, updatedAt } = await buildSso(organization)
    const { id: emergencyAdminId } = await organization.user('tenant_admin')
    idp.be({ sub: randomUUID(), email: by.user?.email ?? '', email_verified: true })
    await signInBy(by, id)
    return {
      first: () => by.put(`/api/sso/providers/${id}/only-way`, { isOnlyWay: true, emergencyAdminId, updatedAt }),
      second: () => admin.put(`/api/users/${emergencyAdminId}`, { isActive: false }),
      expect: (first, second) => {
        expect(first.status).toBe(200)
        expect(second).toMatchObject({ status: 400, body: { fields: { isActive: expect.any(String) } } })
      },
    }
  },

  'core/server/identity/second-factor/factors.ts lock': async ({ platform, organization }) => {
    const owner = await organization.signIn('parent')
    await addPasskey(owner)
    await addPasskey(owner)
    const { body } = await owner.get('/api/user/second-factor')
    const [one, other] = body.passkeys.map(
      ({ id }: { id: string }) =>
        () =>
          owner.delete(`/api/user/passkeys/${id}`),
    )
    return {
      first: one,
      second: other,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([204, 204])
        // A user without a second factor must not have recovery codes either.
        expect(await countRows(platform, 'recovery_codes', { userId: owner.user?.id })).toBe(0)
      },
    }
  },
}
