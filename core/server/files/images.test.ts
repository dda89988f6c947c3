import sharp from 'sharp'
import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'

const test = pluginTest([])

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f46e5' } })

function send(client: Client, bytes: Buffer, { field = 'image', filename = 'picture.png', type = 'image/png' } = {}) {
  const boundary = 'x-boundary'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return client.request('POST', '/api/upload-image', {
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}

test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s is kept and served for long',
  async (format, { platform }) => {
    const admin = await (await platform.organization()).signIn('tenant_admin')
    const { status, body } = await send(admin, await picture().toFormat(format).toBuffer())
    expect(status).toBe(201)
    const answer = await admin.get(body.imageUrl)
    expect(answer.headers).toMatchObject({
      'content-type': `image/${format}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  },
)

test('what a picture says of its place and camera is dropped, and it is turned upright', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const taken = await picture()
    .withExif({ IFD0: { Copyright: 'Ada', Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body } = await send(admin, taken)
  const served = await platform.app.inject({ url: body.imageUrl, headers: { host: 'localhost' } })
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 30, height: 40 })
  expect(served.rawPayload.includes('Camera')).toBe(false)
})

test.for<[string, Buffer]>([
  ['a page that is called a picture', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a truncated picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused at the field', async ([, bytes], { platform }) => {
  const answer = await send(await platform.superAdmin(), bytes)
  expect(answer).toMatchObject({ status: 400, body: { fields: { image: expect.any(String) } } })
})

test('more than 5 MB, another field and no form at all are refused in words', async ({ platform }) => {
  const admin = await platform.superAdmin()
  expect(await send(admin, Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { fields: { image: 'At most 5 MB' } },
  })
  expect((await send(admin, Buffer.from('x'), { field: 'avatar' })).status).toBe(400)
  expect((await admin.post('/api/upload-image', { image: 'x' })).status).toBe(400)
})

test('parents and students may not upload', async ({ platform }) => {
  const organization = await platform.organization()
  for (const role of ['parent', 'student'] as const) {
    expect((await send(await organization.signIn(role), await picture().png().toBuffer())).status).toBe(403)
  }
  expect((await send(platform.client(), Buffer.from('x'))).status).toBe(401)
})
