import { gunzipSync } from 'node:zlib'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Answer, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../plugin.ts'
import { downloadBytes, listCertificates, createCertified, completeCourse, signInAs } from '../../testing/completing.ts'
import { rotateKey } from './keys.ts'

const test = pluginTest([tenantApp, lms])

/** Milliseconds: certificates are drawn, and keys created, on busy machines. */
const TIMEOUT_MS = 60_000

const getVerifyPage = async (client: Client, number: string): Promise<Answer<string>> => client.get(`/verify/${number}`)

/**
 * Verifies a credential as other verifiers do: keys by the published document, the signature, and the bit of the list.
 */
async function verifyJwt(platform: TestPlatform, jwt: string) {
  const visitor = platform.client()
  const document = JSON.parse((await downloadBytes(platform, visitor, '/.well-known/did.json')).toString()) as {
    id: string
    verificationMethod: { id: string; publicKeyJwk: JSONWebKeySet['keys'][number] }[]
  }
  const keys = createLocalJWKSet({
    keys: document.verificationMethod.map(({ id, publicKeyJwk }) => ({ ...publicKeyJwk, kid: id })),
  })
  const { payload } = await jwtVerify(jwt, keys, {
    issuer: document.id,
    currentDate: platform.clock.now(),
  })
  const { statusListCredential, statusListIndex } = payload['credentialStatus'] as Record<string, string>
  const { pathname } = new URL(statusListCredential ?? '')
  const listed = (await downloadBytes(platform, visitor, pathname)).toString()
  // Read after the response: a list signed a second after the first check is not from the future.
  const list = await jwtVerify(listed, keys, { issuer: document.id, currentDate: platform.clock.now() })
  const { encodedList } = list.payload['credentialSubject'] as { encodedList: string }
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  expect({ base: encodedList[0], entries: bits.length * 8 }).toEqual({ base: 'u', entries: 131_072 })
  const index = Number(statusListIndex)
  return {
    payload,
    isRevoked: ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0,
    kid: decodeProtectedHeader(jwt).kid,
  }
}

test(
  'a credential verifies against the published keys and status list, also after a key rotation',
  async ({ platform }) => {
    const { admin, learner, certificate, organization, course } = await createCertified(platform, {
      certificateMonths: 24,
    })
    const path = `/api/tenant/certificates/${certificate.id}/credential`
    const before = (await downloadBytes(platform, learner, path)).toString()
    const first = await verifyJwt(platform, before)
    expect(first).toMatchObject({
      isRevoked: false,
      payload: {
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        jti: certificate.verifyUrl,
        issuer: { name: 'North Star Robotics' },
        credentialSubject: { identifier: [{ identityType: 'name', identityHash: 'Ada King' }, { hashed: true }] },
      },
    })
    expect((await admin.get(path)).status).toBe(404)
    // The PDF contains the same credential, for programs.
    const pdf = await downloadBytes(platform, learner, `/api/tenant/certificates/${certificate.id}/pdf`)
    const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
    const content = await (await loading.promise).getAttachmentContent(`${certificate.number}.jwt`)
    await loading.destroy()
    const attached = Buffer.from(content ?? []).toString()
    expect((await verifyJwt(platform, attached)).payload.jti).toBe(first.payload.jti)

    const { id: rotated } = await platform.core.db.platform(systemActor, rotateKey)
    const after = await verifyJwt(platform, (await downloadBytes(platform, learner, path)).toString())
    expect(after.kid).toContain(rotated)
    expect(first.kid).not.toContain(rotated)
    expect((await verifyJwt(platform, before)).isRevoked).toBe(false)

    const other = await signInAs(organization, 'instructor', { firstName: 'Grace', lastName: 'Hopper' })
    await completeCourse(platform, other, course)
    const [another] = (await listCertificates(other, course.id)).certificates
    await admin.post(`/api/tenant/certificates/${certificate.id}/revoke`, { reason: 'rules-broken', note: 'Copied' })
    expect((await verifyJwt(platform, before)).isRevoked).toBe(true)
    const others = (
      await downloadBytes(platform, other, `/api/tenant/certificates/${another?.id}/credential`)
    ).toString()
    expect((await verifyJwt(platform, others)).isRevoked).toBe(false)
  },
  TIMEOUT_MS,
)

test(
  'the public verifies a number on every host, without scripts, and sees at once that it is revoked or replaced',
  async ({ platform }) => {
    const { organization, admin, learner, certificate } = await createCertified(platform)
    const elsewhere = await platform.organization()
    for (const client of [platform.client(), organization.client(), elsewhere.client()]) {
      const { status, body, headers } = await getVerifyPage(client, certificate.number.toLowerCase())
      expect(status).toBe(200)
      for (const said of [
        'Valid certificate',
        'Ada King',
        'First Aid',
        'Beginner',
        'North Star Robotics',
        certificate.number,
      ])
        expect(body).toContain(said)
      expect(body).not.toContain('<script')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
    }
    for (const unknown of [`${certificate.number.slice(0, -1)}!`, 'NORTH-2026-0000000000', '%3Cscript%3E']) {
      const page = await getVerifyPage(platform.client(), unknown)
      expect(page.status).toBe(404)
      expect(page.body).toContain('No certificate has this number')
      expect(page.body).not.toContain('<script')
    }
    const reissued = await admin.post(`/api/tenant/certificates/${certificate.id}/reissue`)
    expect(reissued.body).toMatchObject({ state: 'valid', recipient: 'Ada King', cycle: 1 })
    const { body } = await getVerifyPage(platform.client(), certificate.number)
    expect(body).toContain('Replaced certificate')
    expect(body).toContain(reissued.body.number)
    const again = await admin.post(`/api/tenant/certificates/${certificate.id}/reissue`)
    expect(again).toMatchObject({ status: 409, body: { code: 'certificate.replaced' } })
    const note = { reason: 'rules-broken', note: 'A private matter' }
    const revoked = await admin.post(`/api/tenant/certificates/${reissued.body.id}/revoke`, note)
    expect(revoked.body).toMatchObject({ state: 'revoked', revocationNote: 'A private matter' })
    const publicPage = (await getVerifyPage(organization.client(), reissued.body.number)).body
    expect(publicPage).toContain('the course’s rules were not followed')
    expect(publicPage).not.toContain('A private matter')
    const seen = await learner.get(`/api/tenant/courses/${certificate.courseId}/certificates`)
    expect(JSON.stringify(seen.body)).not.toContain('A private matter')
    expect((await learner.get(`/api/tenant/courses/${certificate.courseId}`)).body.certificateEarned).toBe(false)
    expect((await learner.post(`/api/tenant/certificates/${certificate.id}/revoke`, note)).status).toBe(403)
    // Names are escaped.
    const other = await createCertified(platform, { title: '<b>Bold</b>' }, { firstName: '<script>', lastName: '"&' })
    const escaped = (await getVerifyPage(platform.client(), other.certificate.number)).body
    expect(escaped).toContain('&lt;script&gt; &quot;&amp;')
    expect(escaped).not.toContain('<b>')
  },
  TIMEOUT_MS,
)

test(
  'a child’s page shows first name and initial, unless guardians allow the full name',
  async ({ platform }) => {
    const name = { firstName: 'Mira', lastName: 'Okafor' }
    const { organization, admin, learner, certificate } = await createCertified(platform, {}, name, 'student')
    const shown = async () => (await getVerifyPage(platform.client(), certificate.number)).body
    expect(await shown()).toContain('Mira O.')
    expect(await shown()).not.toContain('Okafor')
    const guardian = await organization.signIn('parent')
    const account = { userId: learner.user?.id, guardians: [guardian.user?.id ?? ''] }
    const child = { ...name, dateOfBirth: '2015-05-05', ...account }
    const { id: studentId } = await buildStudent(platform, organization, child)
    expect(await shown()).not.toContain('Okafor')
    const consent = await admin.post('/api/consents', { kind: 'full-name', title: 'Full name', body: 'May we?' })
    expect(consent.status).toBe(201)
    const consents = `/api/children/${studentId}/consents/${consent.body.id}`
    const given = await guardian.post(consents, { answer: 'given', version: 1 })
    expect(given.status).toBe(200)
    expect(await shown()).toContain('Mira Okafor')
  },
  TIMEOUT_MS,
)
