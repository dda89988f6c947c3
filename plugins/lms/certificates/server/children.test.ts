import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { createCertified } from '../../testing/completing.ts'

const test = pluginTest([tenantApp, lms])

test('guardians see certificates of their own child, and of no other', async ({ platform }) => {
  const { organization, learner, certificate } = await createCertified(platform, {}, undefined, 'student')
  const [guardian, other] = [await organization.signIn('parent'), await organization.signIn('parent')]
  const family = { userId: learner.user?.id, guardians: [guardian.user?.id ?? ''] }
  const { id } = await buildStudent(platform, organization, family)
  const path = `/api/tenant/children/${id}/certificates`
  expect((await guardian.get(path)).body).toEqual([
    {
      id: certificate.id,
      number: certificate.number,
      state: 'valid',
      course: 'First Aid',
      issuedAt: expect.any(String),
      expiresAt: null,
      verifyUrl: expect.stringContaining(certificate.number),
    },
  ])
  expect((await other.get(path)).status).toBe(404)
  expect((await learner.get(path)).status).toBe(403)
  const { id: alone } = await buildStudent(platform, organization, { guardians: [guardian.user?.id ?? ''] })
  expect((await guardian.get(`/api/tenant/children/${alone}/certificates`)).body).toEqual([])
})
