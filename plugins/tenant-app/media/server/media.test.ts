import { expect } from 'vitest'
import sharp from 'sharp'
import { create } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { askForMedia, drawPicture, putPicture, sendFile, sendPicture, share } from '../../testing/media.ts'
import { scheduleSession } from '../../testing/sessions.ts'

const test = pluginTest([audit, tenantApp])

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n')
const wav = Buffer.concat([Buffer.from('RIFF....WAVEfmt '), Buffer.alloc(600)])

const names = async (by: Client, query = '') => {
  const { body } = await by.get(`/api/media${query}`)
  return (body as { fileName: string }[]).map(({ fileName }) => fileName).toSorted()
}

const filesOf = ({ core }: TestPlatform, tenantId: string): Promise<{ id: string }[]> =>
  core.db.tenant(tenantId, systemActor, ({ trx }) => trx('files').select('id'))

test('an image loses its location, a document keeps its bytes, and any other file is refused without a trace', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const located = await sharp(await drawPicture(300, 200))
    .withExif({ IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect((await sharp(located).metadata()).exif).toBeDefined()
  const picture = await putPicture(admin, { bytes: located, filename: 'At the lake.JPG' })
  expect(picture).toMatchObject({
    fileName: 'At the lake.webp',
    fileType: 'image/webp',
    kind: 'picture',
    sessionId: null,
  })
  expect(picture).toMatchObject({ isPublic: false, showsNobody: false, students: [], uploadedBy: admin.user?.id })
  const read = await platform.app.inject({
    url: picture.fileUrl,
    headers: { host: admin.host, cookie: admin.cookie ?? '' },
  })
  expect((await sharp(read.rawPayload).metadata()).exif).toBeUndefined()

  const sheet = await sendFile(admin, { bytes: pdf, filename: 'Worksheet.pdf' })
  const sound = await sendFile(admin, { bytes: wav, filename: 'Bell.wav' })
  const drawing = await sendFile(admin, {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    filename: 'Logo.svg',
  })
  expect([sheet, sound, drawing].map(({ status }) => status)).toEqual([204, 204, 204])
  expect((await admin.get(`/api/media/${sheet.id}`)).body).toMatchObject({ kind: 'pdf', fileName: 'Worksheet.pdf' })
  expect((await admin.get(`/api/media/${sound.id}`)).body).toMatchObject({ kind: 'audio', fileType: 'audio/wav' })
  expect((await admin.get(`/api/files/${drawing.id}`)).headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment/),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect((await admin.get(`/api/files/${sheet.id}`)).headers['content-security-policy']).toContain('sandbox')

  const before = await filesOf(platform, organization.id)
  const refused = [
    await sendPicture(admin, { bytes: pdf, filename: 'picture.jpg' }),
    await sendFile(admin, { bytes: Buffer.from('MZ\u0090\u0000\u0003'.repeat(9), 'latin1'), filename: 'film.mp4' }),
    await sendFile(admin, { bytes: Buffer.from('@echo off'), filename: 'run.bat' }),
    await sendFile(admin, { bytes: Buffer.from('@echo off'), filename: 'run.bat. ' }),
    await sendFile(admin, { bytes: await drawPicture(), filename: 'with-place.jpg' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
  for (const fileName of ['Worksheet.hta', 'Worksheet.hta.']) {
    const renamed = await admin.put(`/api/media/${sheet.id}`, { fileName })
    expect(renamed).toMatchObject({ status: 400, body: { fields: { fileName: expect.any(String) } } })
  }
  expect(await filesOf(platform, organization.id)).toEqual(before)
  expect(await platform.core.files.contents.partNames()).toEqual([])
})

test('admins find files by words, kind, session, child, sharing and missing tags', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await buildStudent(platform, organization)
  const sessionId = await scheduleSession(platform, admin, { name: 'Robots' })
  const [one, two] = [
    await putPicture(admin, { sessionId, filename: 'one.jpg' }),
    await putPicture(admin, { filename: 'two.jpg' }),
  ]
  await sendFile(admin, { bytes: pdf, filename: 'three.pdf', sessionId })
  await admin.put(`/api/media/${one.id}`, { caption: '100 % ready', studentIds: [ada.id] })
  expect(await names(admin)).toEqual(['one.webp', 'three.pdf', 'two.webp'])
  expect(await names(admin, '?search=100+%25')).toEqual(['one.webp'])
  expect(await names(admin, '?search=THREE')).toEqual(['three.pdf'])
  expect(await names(admin, '?kind=pdf')).toEqual(['three.pdf'])
  expect(await names(admin, `?session=${sessionId}`)).toEqual(['one.webp', 'three.pdf'])
  expect(await names(admin, '?session=none')).toEqual(['two.webp'])
  expect(await names(admin, `?studentId=${ada.id}`)).toEqual(['one.webp'])
  expect(await names(admin, '?tagging=untagged&kind=picture')).toEqual(['two.webp'])
  expect(await names(admin, '?usage=unused')).toEqual(['two.webp'])
  expect((await share(admin, two.id)).body).toMatchObject({ isPublic: true })
  expect(await names(admin, '?sharing=shared')).toEqual(['two.webp'])
  expect(await names(admin, '?sharing=private')).toEqual(['one.webp', 'three.pdf'])
  const page = await admin.get('/api/media?limit=2&offset=1')
  expect(page.body.map(({ fileName }: { fileName: string }) => fileName)).toEqual(['two.webp', 'one.webp'])
  expect(page.headers['x-total-count']).toBe('3')
  expect((await admin.get('/api/media/folders')).body).toMatchObject([
    { sessionId: null, files: 1 },
    { sessionId, sessionName: 'Robots', files: 2 },
  ])
  expect((await admin.get('/api/media/folders?search=rob')).body).toMatchObject([{ files: 2 }])
})

test('an upload of the same bytes names the existing file, if the user sees it', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const bytes = await drawPicture()
  const first = await putPicture(admin, { bytes, filename: 'first.jpg' })
  const second = await putPicture(admin, { bytes, filename: 'second.jpg' })
  expect(second.sameAs).toMatchObject([{ id: first.id, fileName: 'first.webp' }])
  const other = await (await platform.organization()).signIn('tenant_admin')
  expect((await putPicture(other, { bytes })).sameAs).toEqual([])
})

test('staff share an image with texts and tags', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [ada, ben] = [
    await buildStudent(platform, organization),
    await buildStudent(platform, organization, { firstName: 'Ben' }),
  ]
  await askForMedia(admin)
  const { id } = await putPicture(admin)
  const put = (change: object) => admin.put(`/api/media/${id}`, change)
  const sharing = async () => (await admin.post('/api/media/sharing', { ids: [id], isPublic: true })).body.refused
  expect(await sharing()).toMatchObject([{ id, message: expect.stringContaining('Describe the picture first') }])
  await put({ altText: 'Two robots' })
  expect(await sharing()).toMatchObject([{ message: expect.stringContaining('Say first which children are on it') }])
  await put({ studentIds: [ada.id, ben.id] })
  expect(await sharing()).toMatchObject([
    { message: '2 children on it lack the consent to be shown to families: Ada King and Ben King.' },
  ])
  expect((await put({ showsNobody: true })).body).toMatchObject({ fields: { showsNobody: expect.any(String) } })
  expect((await put({ showsNobody: true, studentIds: [] })).body).toMatchObject({ showsNobody: true, students: [] })
  expect(await sharing()).toEqual([])
  expect((await put({ altText: '' })).body).toMatchObject({ fields: { altText: expect.any(String) } })
  expect((await put({ studentIds: [ben.id] })).body).toMatchObject({
    isPublic: true,
    isWithheld: true,
    showsNobody: false,
    students: [{ id: ben.id, mayBeShown: false }],
  })
  expect((await put({ studentIds: [(await platform.organization()).id] })).status).toBe(400)
  const { body } = await admin.get('/api/media/students?search=king')
  expect(body).toMatchObject([{ id: ada.id, mayBeShown: false }, { id: ben.id }])
})

test('while an organization is read-only staff add tags, and remove none', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await buildStudent(platform, organization)
  const { id } = await putPicture(admin)
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ readOnly: true })
    await scope.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  const tag = async (change: object) => (await admin.post('/api/media/tags', { ids: [id], ...change })).body
  const readOnly = { code: 'subscription.read-only' }
  await expect
    .poll(async () => (await admin.post('/api/media/sharing', { ids: [id], isPublic: true })).body)
    .toMatchObject(readOnly)
  expect(await tag({ add: [ada.id] })).toMatchObject({ changed: 1 })
  expect(await tag({ remove: [ada.id] })).toMatchObject(readOnly)
  expect(await tag({ showsNobody: true })).toMatchObject(readOnly)
})

test('a change of a file that another user has changed is refused, and of two concurrent ones one succeeds', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, updatedAt } = await putPicture(admin)
  const [first, second] = await Promise.all(
    ['mine', 'yours'].map((caption) => admin.put(`/api/media/${id}`, { caption, updatedAt })),
  )
  expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]))

  const rounds = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const picture = await putPicture(admin)
      await admin.put(`/api/media/${picture.id}`, { altText: 'Robots', showsNobody: true })
      const ids = [picture.id]
      const [shared] = await Promise.all([
        admin.post('/api/media/sharing', { ids, isPublic: true }),
        admin.post('/api/media/deletions', { ids }),
      ])
      return { shared: shared.body, now: (await admin.get(`/api/media/${picture.id}`)).body }
    }),
  )
  for (const { shared, now } of rounds) {
    expect(now).toMatchObject({ state: 'deleted', isPublic: shared.changed === 1 })
    expect(shared.refused).toHaveLength(1 - shared.changed)
  }
})

test('concurrent sharing and withdrawal of a consent never show the child', async ({ platform }) => {
  const organization = await platform.organization()
  const [admin, mother] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const ada = await buildStudent(platform, organization, { guardians: [mother.user?.id ?? ''] })
  const { photo, publication } = await askForMedia(admin)
  const say = (consentId: string, answer: string) =>
    create(mother, `/api/children/${ada.id}/consents/${consentId}`, { answer, version: 1 })
  await say(photo, 'given')
  await say(publication, 'given')
  const { id, fileUrl } = await putPicture(admin)
  await Promise.all([share(admin, id, [ada.id]), say(publication, 'withdrawn')])
  expect((await mother.get(fileUrl)).status).toBe(404)
  expect((await mother.get('/api/media/shared')).body).toEqual([])
})

test('at the storage limit images and files are refused with a reason, without leftovers', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await superAdmin.put('/api/settings', { maxStoragePerTenantMB: 1 })).status).toBe(200)
  try {
    const big = Buffer.concat([pdf, Buffer.alloc(900_000)])
    expect((await sendFile(admin, { bytes: big, filename: 'big.pdf' })).status).toBe(204)
    const refused = await sendFile(admin, { bytes: big, filename: 'more.pdf' })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'plan.limit', message: expect.stringContaining('storage') },
    })
    const noisy = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await sendPicture(admin, { bytes: noisy })).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
    expect(await filesOf(platform, organization.id)).toHaveLength(1)
    expect((await admin.get('/api/media/storage')).body).toMatchObject({ used: big.length, limit: 1024 ** 2 })
  } finally {
    await superAdmin.put('/api/settings', { maxStoragePerTenantMB: 1000 })
  }
})
