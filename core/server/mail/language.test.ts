import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { invite } from '../identity/invitations.ts'
import { systemActor } from '../identity/actor.ts'

const test = pluginTest([], { env: { PLATFORM_LANGUAGES: 'en,es' } })

test('an invitation comes in the language of its recipient, not in that of the admin who invites', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/languages', { languages: ['en', 'es'], defaultLanguage: 'es' })
  await admin.put('/api/user', { language: 'en' })
  const people = await Promise.all(
    ['es', 'en', null].map(async (language) => {
      const { id, email } = await organization.user('parent', { firstName: 'Rosa' })
      await platform.core.db.platform(systemActor, ({ trx }) =>
        trx('users').where({ id }).update({ language, passwordHash: null }),
      )
      return { id, email }
    }),
  )
  const sent = await Promise.all(
    people.map(({ id, email }) =>
      platform.core.db.platform(systemActor, async (scope) => {
        await invite(scope, id)
        return scope
          .trx('mail_messages')
          .where({ recipient: email })
          .first<{ subject: string; body: string; language: string }>('subject', 'body', 'language')
      }),
    ),
  )
  expect(sent.map(({ language }) => language)).toEqual(['es', 'en', 'es'])
  expect(sent[0]?.subject).toBe(`Tiene una invitación a ${organization.name}`)
  expect(sent[0]?.body).toContain('Hola, Rosa:')
  expect(sent[0]?.body).toContain('(Padre, madre o tutor)')
  expect(sent[1]?.body).toContain('Hello Rosa,')
  expect(sent[1]?.subject).toBe(`You are invited to ${organization.name}`)
})
