import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pluginTest, type Answer } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { systemClock } from '../clock.ts'
import { ImageEncoder } from './image-encoder.ts'

const withPlatform = pluginTest([])

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f46e5' } })
  .jpeg()
  .toBuffer()

const TOO_EXPENSIVE_TEXT =
  'This picture takes too long or too much memory to read. Save it smaller or in another format.'

// The process is stopped by signals that Windows does not have.
const hasSignals = process.platform !== 'win32'

withPlatform.skipIf(!hasSignals)(
  'a process that is killed at work fails one picture, in words, and the next one is taken',
  async ({ platform }) => {
    const { images } = platform.core
    const admin = await (await platform.organization()).signIn('tenant_admin')
    expect((await sendImage(admin, picture)).status).toBe(201)
    const pid = images.process?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const answer = sendImage(admin, picture)
    await expect.poll(() => images.process?.isBusy).toBe(true)
    process.kill(pid, 'SIGKILL')
    expect(await answer).toMatchObject({ status: 400, body: { fields: { image: TOO_EXPENSIVE_TEXT } } })
    expect((await sendImage(admin, picture)).status).toBe(201)
    expect(images.process?.pid).not.toBe(pid)
  },
)

withPlatform.skipIf(!hasSignals)(
  'one picture is encoded at a time and five wait; who comes then is told, and others are answered meanwhile',
  async ({ platform }) => {
    const { images } = platform.core
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    expect((await sendImage(admin, picture)).status).toBe(201)
    const pid = images.process?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const answers = Array.from({ length: 7 }, () => sendImage(admin, picture))
    const first: Answer = await Promise.race(answers)
    expect(first).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(first.body.message).toMatch(/^Many pictures are being uploaded right now\./)
    expect((await (await organization.signIn('parent')).get('/api/user')).status).toBe(200)
    process.kill(pid, 'SIGCONT')
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 201, 503])
  },
)

withPlatform('twenty pictures of a person in a minute are enough, and others are not held up', async ({ platform }) => {
  const organization = await platform.organization()
  const [hasty, other] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
  for (let sent = 0; sent < 20; sent++) expect((await sendImage(hasty, Buffer.from('no picture'))).status).toBe(400)
  const refused = await sendImage(hasty, picture)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(refused.body.message).toMatch(
    /^You have sent 20 pictures within a minute\. Please try again in \d+ seconds?\.$/,
  )
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await sendImage(other, picture)).status).toBe(201)
  platform.clock.forward(60_000)
  expect((await sendImage(hasty, picture)).status).toBe(201)
})

const encoder = (limits: { timeLimit?: number; memoryLimit?: number }) =>
  new ImageEncoder({ log: pino({ level: 'silent' }), clock: systemClock, ...limits })

test('a picture that exceeds the time limit is refused and its process stopped', async () => {
  const images = encoder({ timeLimit: 1 })
  await expect(images.encode(picture, 'ada')).rejects.toMatchObject({
    status: 400,
    fields: { image: TOO_EXPENSIVE_TEXT },
  })
  expect(images.process).toBeUndefined()
})

test('a picture that exceeds the memory limit is refused and its process stopped', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const large = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer()
  const images = encoder({ memoryLimit: 1 })
  await expect(images.encode(large, 'ada')).rejects.toMatchObject({
    status: 400,
    fields: { image: TOO_EXPENSIVE_TEXT },
  })
  expect(images.process).toBeUndefined()
})

test.skipIf(process.platform !== 'linux')(
  'the process is limited by the operating system and knows no secrets',
  async () => {
    const images = encoder({})
    try {
      expect(await images.encode(picture, 'ada')).toMatchObject({ mimeType: 'image/webp' })
      const about = (file: string) => readFile(`/proc/${images.process?.pid}/${file}`, 'utf8')
      expect(await about('limits')).toMatch(/^Max data size +1342177280 /m)
      expect((await about('environ')).split('\0').map((pair) => pair.split('=')[0])).not.toContain('PATH')
    } finally {
      images.close()
    }
  },
)
