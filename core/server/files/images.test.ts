import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '../identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'

const test = pluginTest([])

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#4f46e5' } })

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()

const newAdmin = async (platform: TestPlatform) => (await platform.organization()).signIn('tenant_admin')

/** Returns the bytes that are served for an uploaded picture. */
async function storeImage({ app }: TestPlatform, client: Client, bytes: Buffer): Promise<Buffer> {
  const { status, body } = await sendImage(client, bytes)
  expect(status).toBe(201)
  const headers = { host: client.host, cookie: client.cookie ?? '' }
  return (await app.inject({ url: body.imageUrl, headers })).rawPayload
}

test.for([
  ['png', 'png'],
  ['gif', 'png'],
  ['jpeg', 'webp'],
  ['webp', 'webp'],
  ['avif', 'webp'],
] as const)('a %s is kept as %s', async ([format, stored], { platform }) => {
  const admin = await newAdmin(platform)
  const { status, body } = await sendImage(admin, await picture().toFormat(format).toBuffer())
  expect(status).toBe(201)
  expect((await admin.get(body.imageUrl)).headers).toMatchObject({
    'content-type': `image/${stored}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('a small PNG stays lossless, and so does a larger one of few colors', async ({ platform }) => {
  const admin = await newAdmin(platform)
  const small = await noise(512, 512).png().toBuffer()
  const flat = await picture(900, 700).png({ palette: true }).toBuffer()
  for (const drawn of [small, flat]) {
    const served = await storeImage(platform, admin, drawn)
    expect((await pixelsOf(served)).equals(await pixelsOf(drawn))).toBe(true)
  }
})

test('a PNG that is a photograph becomes WebP', async ({ platform }) => {
  const served = await storeImage(platform, await newAdmin(platform), await noise(700, 600).png().toBuffer())
  expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 700, height: 600 })
})

test('a large photograph is made smaller, to 2,560 pixels at its longer side', async ({ platform }) => {
  const served = await storeImage(platform, await newAdmin(platform), await picture(1800, 3600).jpeg().toBuffer())
  expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 2560 })
})

test('an animation stays animated', async ({ platform }) => {
  const colors = ['red', 'green', 'blue']
  const frames = colors.map((background) => ({ create: { width: 30, height: 20, channels: 3 as const, background } }))
  const pictures = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  const moving = await sharp(pictures, { join: { animated: true } })
    .gif({ delay: [90, 90, 90] })
    .toBuffer()
  const served = await storeImage(platform, await newAdmin(platform), moving)
  expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 30, pages: 3, delay: [90, 90, 90] })
})

test('location and camera data are dropped, and the picture is rotated upright', async ({ platform }) => {
  const taken = await picture()
    .withExif({ IFD0: { Copyright: 'Ada', Make: 'Camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const served = await storeImage(platform, await platform.superAdmin(), taken)
  expect(await sharp(served).metadata()).toMatchObject({ width: 30, height: 40 })
  expect(served.includes('Camera')).toBe(false)
})

/** Creates an AVIF of a few hundred bytes, and 7000 by 7000 pixels according to its header. */
async function hugeAvif(): Promise<Buffer> {
  const bytes = await picture(16, 16).avif().toBuffer()
  const size = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(7000, size)
  bytes.writeUInt32BE(7000, size + 4)
  return bytes
}

/** Frames of 2000 by 2000 pixels of which a single one is drawn. */
function longGif(frames: number): Buffer {
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  pixel.writeUInt16LE(2000, 6)
  pixel.writeUInt16LE(2000, 8)
  const frame = pixel.subarray(19, -1)
  return Buffer.concat([pixel.subarray(0, 19), ...Array.from({ length: frames }, () => frame), pixel.subarray(-1)])
}

const TOO_MANY_PIXELS_TEXT = 'At most 16 megapixels, all frames of an animation together'

test('a picture of more than 16 megapixels is refused by its header', async ({ platform }) => {
  const admin = await newAdmin(platform)
  const flat = picture(4001, 4000)
  for (const bomb of [await hugeAvif(), longGif(5), await flat.png().toBuffer(), await flat.webp().toBuffer()]) {
    const answer = await sendImage(admin, bomb)
    expect(answer).toMatchObject({ status: 400, body: { fields: { image: TOO_MANY_PIXELS_TEXT } } })
  }
  expect((await sendImage(admin, longGif(2))).status).toBe(201)
})

test.for([
  [5712, 4284],
  [8160, 6120],
] as const)('a photo of %i by %i pixels is kept at 2,560', async ([width, height], { platform }) => {
  const photo = await picture(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const served = await storeImage(platform, await newAdmin(platform), photo)
  expect(await sharp(served).metadata()).toMatchObject({ width: 1920, height: 2560 })
})

test('a photo in HEIC is refused with advice', async ({ platform }) => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')])
  const { status, body } = await sendImage(await newAdmin(platform), heic)
  expect(status).toBe(400)
  expect(body.fields.image).toContain('Save it as JPEG')
})

const NOT_A_PICTURE_TEXT = 'This is not a PNG, JPEG, WebP, GIF or AVIF image'

test.for<[string, Buffer]>([
  ['a page that is called a picture', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a picture of another format', Buffer.from('P6 1 1 255\nabc')],
  ['the beginning of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is refused at the field', async ([, bytes], { platform }) => {
  const answer = await sendImage(await platform.superAdmin(), bytes)
  expect(answer).toMatchObject({ status: 400, body: { fields: { image: NOT_A_PICTURE_TEXT } } })
})

test('a picture that was cut off is refused with a message', async ({ platform }) => {
  const whole = await noise(300, 300).jpeg().toBuffer()
  expect(await sendImage(await platform.superAdmin(), whole.subarray(0, 9000))).toMatchObject({
    status: 400,
    body: { fields: { image: 'This picture is damaged or incomplete' } },
  })
})

test('more than 5 MB, another field and a missing form are refused with a message', async ({ platform }) => {
  const admin = await platform.superAdmin()
  expect(await sendImage(admin, Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { fields: { image: 'At most 5 MB' } },
  })
  expect((await sendImage(admin, Buffer.from('x'), { field: 'avatar' })).status).toBe(400)
  expect((await admin.post('/api/upload-image', { image: 'x' })).status).toBe(400)
})

test('names of files are logged without control characters', async ({ platform }) => {
  const admin = await newAdmin(platform)
  const { status, body } = await sendImage(admin, await picture().png().toBuffer(), {
    filename: 'a\u001b[2Jb\u009bc\u202egnp.png',
  })
  expect(status).toBe(201)
  const [name] = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('files')
      .where({ id: body.imageUrl.slice('/api/images/'.length) })
      .pluck<string[]>('filename'),
  )
  expect(name).toBe('a[2Jbcgnp.png')
})

test('parents and students may not upload', async ({ platform }) => {
  const organization = await platform.organization()
  for (const role of ['parent', 'student'] as const) {
    expect((await sendImage(await organization.signIn(role), await picture().png().toBuffer())).status).toBe(403)
  }
  expect((await sendImage(platform.client(), Buffer.from('x'))).status).toBe(401)
})
