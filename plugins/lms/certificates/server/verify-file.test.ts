import { expect } from 'vitest'
import { pluginTest, type Answer, type Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '../../plugin.ts'
import { downloadBytes, createCertified } from '../../testing/completing.ts'

const test = pluginTest([tenantApp, lms])

const check = (client: Client, number: string, bytes: Uint8Array, filename = 'certificate.pdf'): Promise<Answer> =>
  client.request('POST', `/verify/${number}`, fileForm(bytes, { field: 'file', filename }))

const TIMEOUT_MS = 60_000

test(
  'a PDF or a badge file is checked by its signature, and changed, foreign and invalid files get different answers',
  async ({ platform }) => {
    const { admin, learner, certificate } = await createCertified(platform)
    const other = await createCertified(platform)
    const path = `/api/tenant/certificates/${certificate.id}`
    const [pdf, badge, print] = [
      await downloadBytes(platform, learner, `${path}/pdf`),
      await downloadBytes(platform, learner, `${path}/credential`),
      await downloadBytes(platform, admin, `${path}/pdf`),
    ]
    const visitor = platform.client()
    expect((await visitor.get(`/verify/${certificate.number}`)).body).toContain('<form method="post"')
    // Detected by content, not by name.
    for (const answer of [
      await check(visitor, certificate.number, pdf),
      await check(visitor, certificate.number.toLowerCase(), badge, 'picture.png'),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.body).toContain('signed here for this certificate')
      expect(answer.body).toContain('Valid certificate')
      expect(answer.headers['content-security-policy']).toContain(`form-action 'self'`)
      expect(answer.body).not.toContain('<script')
    }
    const elsewhere = await check(visitor, other.certificate.number, badge)
    expect(elsewhere.body).toContain('not the certificate of this address')
    expect(elsewhere.body).toContain(certificate.number)
    expect((await check(visitor, certificate.number, print)).body).toContain('holds no signature')

    const [head = '', payload = '', signature = ''] = badge.toString().split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify({ ...claims, name: 'Medicine' })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none', kid: JSON.parse(atob(head)).kid })).toString('base64url')
    for (const forged of [`${head}.${changed}.${signature}`, `${unsigned}.${payload}.${signature}`]) {
      const { body } = await check(visitor, certificate.number, Buffer.from(forged), 'badge.jwt')
      expect(body).toContain('Do not trust the file')
    }
    const bomb = Buffer.from(`%PDF-1.7\n/Type /EmbeddedFile >>\nstream\n${'x'.repeat(1000)}endstream`)
    for (const nothing of [Buffer.from('Hello'), Buffer.alloc(0), bomb]) {
      const { status, body } = await check(visitor, certificate.number, nothing)
      expect({ status, isUnread: String(body).includes('not a certificate that was downloaded here') }).toEqual({
        status: 200,
        isUnread: true,
      })
    }
    const made = Buffer.from('%PDF-1.7\n<< /Subject 7 0 R >>\n7 0 obj\n(NORTH-2026-0000000000)\n')
    const invented = await check(visitor, certificate.number, made)
    expect(invented.status).toBe(404)
    expect(invented.body).toContain('No certificate has this number')
    expect((await check(visitor, certificate.number, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)

    await admin.post(`${path}/revoke`, { reason: 'rules-broken' })
    const revoked = (await check(visitor, certificate.number, pdf)).body
    expect(revoked).toContain('signed here')
    expect(revoked).toContain('Revoked certificate')
  },
  TIMEOUT_MS,
)
