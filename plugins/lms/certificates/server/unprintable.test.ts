import { describe, expect, vi } from 'vitest'
import { expectNoTransaction } from '#core/testing/connections.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../plugin.ts'
import { look } from '../../testing/calls-certificates.ts'
import { completeCourse, createCertified, listCertificates, signInAs } from '../../testing/completing.ts'

const test = pluginTest([lms])
const path = '/api/tenant/certificates/unprintable'

describe('GET /api/tenant/certificates/unprintable', () => {
  test('an admin sees which certificates have characters that cannot be printed, and which would have after a reissue', async ({
    platform,
  }) => {
    const { organization, admin, learner, course, certificate } = await createCertified(
      platform,
      {},
      { firstName: 'ꯃꯅꯤ', lastName: 'King' },
    )
    const thai = await signInAs(organization, 'instructor', { firstName: 'สมชาย', lastName: 'ใจดี' })
    await completeCourse(platform, thai, course)
    const [printed] = (await listCertificates(thai, course.id)).certificates
    const ids = `${certificate.id},${printed?.id}`
    const find = async () => (await admin.get(`${path}?ids=${ids}`)).body
    expect(await find()).toEqual([{ id: certificate.id, letters: 'ꯃꯅꯤ', presentLetters: 'ꯃꯅꯤ' }])
    expect((await learner.get(`${path}?ids=${ids}`)).status).toBe(403)
    const other = await (await platform.organization()).signIn('tenant_admin')
    expect((await other.get(`${path}?ids=${ids}`)).body).toEqual([])
    expect((await admin.get(`${path}?ids=all`)).status).toBe(400)
  })

  test('while characters are checked, no transaction is open', async ({ platform }) => {
    const { admin, certificate } = await createCertified(platform)
    const find = vi.spyOn(platform.core.pdfs, 'findUnprintable').mockImplementation(async (texts) => {
      await expectNoTransaction(platform.core)
      return texts.map(() => '')
    })
    expect(await admin.get(`${path}?ids=${certificate.id}`)).toMatchObject({ status: 200, body: [] })
    expect(find).toHaveBeenCalledTimes(1)
    find.mockRestore()
  })
})

describe('GET /api/tenant/certificate-template/unprintable', () => {
  test('an admin sees which characters of the texts cannot be printed', async ({ platform }) => {
    const admin = await (await platform.organization()).signIn('tenant_admin')
    const query = new URLSearchParams({ ...look, signatory: 'ꯃꯅꯤ' }).toString()
    expect((await admin.get(`/api/tenant/certificate-template/unprintable?${query}`)).body).toEqual({ letters: 'ꯃꯅꯤ' })
  })
})
