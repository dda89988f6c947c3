import type { TestBrowser } from '#core/testing/pages.ts'
import { type Frame, encodeWebm } from './webm.ts'

interface Film {
  name: string
  /** Seconds. */
  duration: number
  /**
   * Draws the frame at a time, within 640 by 360. It runs in the browser and uses nothing but its arguments.
   * @param at seconds from the beginning
   */
  draw: (canvas: CanvasRenderingContext2D, at: number) => void
}

const WIDTH = 640
const HEIGHT = 360
/** Frames per second. */
const FRAME_RATE = 15

/** Records a video frame by frame, independent of the machine's speed. */
export async function recordFilm(browser: TestBrowser, { duration, draw }: Film): Promise<Buffer> {
  const page = await browser.newPage()
  // Encoders need a page with a secure origin.
  await page.route('http://localhost/film', (route) => route.fulfill({ contentType: 'text/html', body: '<canvas>' }))
  await page.goto('http://localhost/film')
  const recorded = await page.evaluate(newRecorderScript(draw, duration * FRAME_RATE))
  await page.close()
  const frames = (recorded as { at: number; isKey: boolean; base64: string }[]).map(({ at, isKey, base64 }): Frame => ({
    at,
    isKey,
    bytes: Buffer.from(base64, 'base64'),
  }))
  return encodeWebm({ width: WIDTH, height: HEIGHT, duration: duration * 1000, frames })
}

const newRecorderScript = (draw: Film['draw'], count: number) => `(async () => {
  const canvas = new OffscreenCanvas(${WIDTH}, ${HEIGHT})
  const context = canvas.getContext('2d')
  const draw = ${draw.toString()}
  const frames = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      frames.push({ at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === 'key', base64: bytes.toBase64() })
    },
    error: (error) => { throw error },
  })
  encoder.configure({ codec: 'vp09.00.10.08', width: ${WIDTH}, height: ${HEIGHT}, bitrate: 90_000, framerate: ${FRAME_RATE} })
  for (let number = 0; number < ${count}; number++) {
    context.reset()
    draw(context, number / ${FRAME_RATE})
    const frame = new VideoFrame(canvas, { timestamp: Math.round(number * 1e6 / ${FRAME_RATE}) })
    encoder.encode(frame, { keyFrame: number % ${FRAME_RATE * 4} === 0 })
    frame.close()
    while (encoder.encodeQueueSize > 4) await new Promise((go) => setTimeout(go, 5))
  }
  await encoder.flush()
  return frames
})()`

/** Draws a robot that follows a black line; two lamps show what its sensors see. */
const drawLineFollower: Film['draw'] = (canvas, at) => {
  const line = (x: number) => 180 + 70 * Math.sin(x / 75) * Math.min(1, x / 160)
  canvas.fillStyle = '#eff6ff'
  canvas.fillRect(0, 0, 640, 360)
  canvas.lineCap = 'round'
  canvas.lineWidth = 20
  canvas.strokeStyle = '#0f172a'
  canvas.beginPath()
  for (let x = 0; x <= 640; x += 4) canvas.lineTo(x, line(x))
  canvas.stroke()

  const x = 40 + Math.max(0, Math.min(at - 2, 22)) * 24
  const slope = (line(x + 18) - line(x - 18)) / 36
  // The robot wobbles: it drifts off the line, sees black, and turns back.
  const wobble = at > 2 && at < 24 ? 7 * Math.sin(at * 3.1) : 0
  const y = line(x) + wobble
  const seesLeft = wobble > 4
  const seesRight = wobble < -4

  canvas.save()
  canvas.translate(x, y)
  canvas.rotate(Math.atan(slope) - wobble / 40)
  canvas.fillStyle = '#334155'
  for (const side of [-30, 22]) canvas.fillRect(-18, side, 36, 8)
  canvas.fillStyle = '#2563eb'
  canvas.beginPath()
  canvas.roundRect(-32, -22, 64, 44, 12)
  canvas.fill()
  for (const [side, sees] of [
    [-11, seesLeft],
    [11, seesRight],
  ] as const) {
    canvas.fillStyle = sees ? '#0f172a' : '#fde047'
    canvas.beginPath()
    canvas.arc(26, side, 6, 0, 7)
    canvas.fill()
  }
  canvas.restore()

  const lamps = [
    { name: 'left', x: 90, sees: seesLeft },
    { name: 'right', x: 200, sees: seesRight },
  ]
  canvas.textAlign = 'center'
  canvas.font = '600 16px sans-serif'
  for (const lamp of lamps) {
    canvas.fillStyle = lamp.sees ? '#0f172a' : '#fde047'
    canvas.strokeStyle = '#334155'
    canvas.lineWidth = 4
    canvas.beginPath()
    canvas.arc(lamp.x, 46, 22, 0, 7)
    canvas.fill()
    canvas.stroke()
    canvas.fillStyle = '#0f172a'
    canvas.fillText(lamp.name, lamp.x, 92)
  }
  canvas.font = '600 22px sans-serif'
  canvas.textAlign = 'left'
  const says = seesLeft
    ? 'black on the left: turn left'
    : seesRight
      ? 'black on the right: turn right'
      : 'drive straight on'
  canvas.fillText(at < 2 || at > 24 ? 'stop' : says, 270, 54)
}

/** Draws a loop with a battery, a switch and a lamp; dots show the current, which flows everywhere at once or not at all. */
const drawCircuit: Film['draw'] = (canvas, at) => {
  const isClosed = (at >= 4 && at < 11) || at >= 15
  const corners = [
    [150, 290],
    [490, 290],
    [490, 110],
    [150, 110],
  ] as const
  canvas.fillStyle = '#fef9c3'
  canvas.fillRect(0, 0, 640, 360)
  canvas.strokeStyle = '#b91c1c'
  canvas.lineWidth = 8
  canvas.lineJoin = 'round'
  canvas.beginPath()
  canvas.moveTo(490, 165)
  canvas.lineTo(490, 110)
  canvas.lineTo(150, 110)
  canvas.lineTo(150, 290)
  canvas.lineTo(490, 290)
  canvas.lineTo(490, 235)
  canvas.stroke()

  // Time of flow so far: all dots stand still while the switch is open.
  const flowed = Math.max(0, Math.min(at, 11) - 4) + Math.max(0, at - 15)
  const sides = [340, 180, 340, 180]
  for (let dot = 0; dot < 26; dot++) {
    let way = (dot * 40 + flowed * 60) % 1040
    let side = 0
    while (way > (sides[side] ?? 0)) {
      way -= sides[side] ?? 0
      side += 1
    }
    const [fromX, fromY] = corners[side] ?? corners[0]
    const [toX, toY] = corners[(side + 1) % 4] ?? corners[0]
    const part = way / (sides[side] ?? 1)
    const [dotX, dotY] = [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part]
    if (!isClosed && dotX > 480 && dotY > 165 && dotY < 235) continue
    canvas.fillStyle = '#1d4ed8'
    canvas.beginPath()
    canvas.arc(dotX, dotY, 7, 0, 7)
    canvas.fill()
  }

  canvas.strokeStyle = '#334155'
  canvas.lineWidth = 9
  canvas.lineCap = 'round'
  canvas.beginPath()
  canvas.moveTo(490, 235)
  canvas.lineTo(isClosed ? 490 : 540, isClosed ? 165 : 178)
  canvas.stroke()
  canvas.fillStyle = '#334155'
  for (const y of [165, 235]) {
    canvas.beginPath()
    canvas.arc(490, y, 9, 0, 7)
    canvas.fill()
  }

  if (isClosed) {
    canvas.fillStyle = '#fde68a'
    canvas.beginPath()
    canvas.arc(320, 76, 66, 0, 7)
    canvas.fill()
  }
  canvas.fillStyle = isClosed ? '#fef08a' : '#e7e5e4'
  canvas.lineWidth = 5
  canvas.beginPath()
  canvas.arc(320, 76, 40, 0, 7)
  canvas.fill()
  canvas.stroke()
  canvas.fillStyle = '#94a3b8'
  canvas.fillRect(300, 110, 40, 20)
  canvas.fillStyle = '#334155'
  canvas.fillRect(250, 264, 100, 52)
  canvas.fillStyle = '#f59e0b'
  canvas.fillRect(350, 264, 44, 52)
  canvas.fillStyle = '#94a3b8'
  canvas.fillRect(394, 278, 10, 24)
  canvas.font = '700 26px sans-serif'
  canvas.fillStyle = '#fff'
  canvas.fillText('–', 262, 298)
  canvas.fillStyle = '#0f172a'
  canvas.fillText('+', 364, 299)
  canvas.font = '600 20px sans-serif'
  canvas.textAlign = 'center'
  canvas.fillText(isClosed ? 'closed' : 'open', 575, 206)
}

export const films: readonly Film[] = [
  { name: 'line-follower', duration: 26, draw: drawLineFollower },
  { name: 'circuit', duration: 22, draw: drawCircuit },
]
