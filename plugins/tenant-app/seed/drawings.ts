import { createHash } from 'node:crypto'

/** A file of the demo, made by this program alone: no photographs, and nobody on them. */
export interface DemoFile {
  fileName: string
  mimeType: string
  kind: 'picture' | 'pdf' | 'audio'
  caption: string
  altText: string
  bytes: Buffer
  sha256: string
}

interface Drawing {
  name: string
  caption: string
  altText: string
  /** Within 800 by 600. */
  shapes: string
}

const wheel = (x: number, y: number) => `<circle cx="${x}" cy="${y}" r="46" fill="#334155"/>
  <circle cx="${x}" cy="${y}" r="20" fill="#94a3b8"/>`

const drawings: readonly Drawing[] = [
  {
    name: 'robot-follows-line',
    caption: 'The first robot that followed the line to its end.',
    altText: 'A small blue robot on three wheels stands on a black line.',
    shapes: `<rect width="800" height="600" fill="#e0f2fe"/><path d="M0 470 C200 420 400 540 800 450" stroke="#0f172a" stroke-width="18" fill="none"/>
      <rect x="280" y="230" width="260" height="180" rx="28" fill="#2563eb"/><rect x="330" y="170" width="160" height="80" rx="20" fill="#60a5fa"/>
      <circle cx="375" cy="210" r="14" fill="#0f172a"/><circle cx="445" cy="210" r="14" fill="#0f172a"/>${wheel(320, 430)}${wheel(500, 430)}`,
  },
  {
    name: 'paper-bridge',
    caption: 'Held eleven books before it gave way.',
    altText: 'A bridge of folded paper between two piles of books carries a third pile.',
    shapes: `<rect width="800" height="600" fill="#fef3c7"/><rect x="60" y="330" width="170" height="200" fill="#b45309"/><rect x="570" y="330" width="170" height="200" fill="#b45309"/>
      <path d="M200 330 L600 330 L600 300 L200 300 Z" fill="#fff" stroke="#78716c" stroke-width="6"/>
      <rect x="320" y="220" width="160" height="26" fill="#dc2626"/><rect x="330" y="248" width="150" height="26" fill="#16a34a"/><rect x="315" y="274" width="170" height="26" fill="#2563eb"/>`,
  },
  {
    name: 'water-rocket',
    caption: 'Launch of the afternoon.',
    altText: 'A bottle rocket with red fins rises over a meadow.',
    shapes: `<rect width="800" height="600" fill="#bae6fd"/><rect y="480" width="800" height="120" fill="#65a30d"/>
      <path d="M400 80 C460 140 460 300 440 380 L360 380 C340 300 340 140 400 80" fill="#f8fafc" stroke="#64748b" stroke-width="6"/>
      <path d="M360 320 L300 400 L360 380 Z M440 320 L500 400 L440 380 Z" fill="#dc2626"/><path d="M380 385 L400 470 L420 385 Z" fill="#38bdf8"/>`,
  },
  {
    name: 'chessboard',
    caption: 'A position to think about until next time.',
    altText: 'Part of a chessboard with a white king and a black rook.',
    shapes: `<rect width="800" height="600" fill="#f5f5f4"/>${Array.from({ length: 24 }, (_, index) => {
      const [column, row] = [index % 6, Math.floor(index / 6)]
      return `<rect x="${100 + column * 100}" y="${100 + row * 100}" width="100" height="100" fill="${(column + row) % 2 ? '#a16207' : '#fde68a'}"/>`
    }).join(
      '',
    )}<path d="M330 380 h40 l-6 -90 h10 v-14 h-14 v-16 h-16 v16 h-14 v14 h10 Z" fill="#fff" stroke="#292524" stroke-width="5"/>
      <path d="M530 280 h50 v-70 h8 v-30 h-14 v12 h-12 v-12 h-14 v12 h-12 v-12 h-14 v30 h8 Z" fill="#292524"/>`,
  },
  {
    name: 'bean-growth',
    caption: 'Four weeks of beans, measured every Tuesday.',
    altText: 'Four bean plants of growing height stand in pots side by side.',
    shapes: `<rect width="800" height="600" fill="#ecfccb"/>${[120, 200, 280, 360]
      .map((height, index) => {
        const x = 140 + index * 175
        return `<path d="M${x - 40} 470 h80 l-12 70 h-56 Z" fill="#c2410c"/><path d="M${x} 470 v-${height}" stroke="#15803d" stroke-width="10"/>
          <ellipse cx="${x - 26}" cy="${480 - height}" rx="30" ry="14" fill="#22c55e"/><ellipse cx="${x + 26}" cy="${470 - height * 0.7}" rx="30" ry="14" fill="#22c55e"/>`
      })
      .join('')}`,
  },
  {
    name: 'first-circuit',
    caption: 'Battery, switch and lamp: it lights.',
    altText: 'A circuit of a battery, a switch and a lamp that is lit.',
    shapes: `<rect width="800" height="600" fill="#f1f5f9"/><path d="M200 420 V180 H600 V420 Z" stroke="#b91c1c" stroke-width="10" fill="none"/>
      <circle cx="400" cy="180" r="70" fill="#fde047"/><circle cx="400" cy="180" r="40" fill="#fff7cc" stroke="#a16207" stroke-width="6"/>
      <rect x="310" y="380" width="180" height="80" rx="10" fill="#334155"/><rect x="490" y="402" width="22" height="36" fill="#94a3b8"/>`,
  },
]

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function makePicture({ name, caption, altText, shapes }: Drawing): Promise<DemoFile> {
  const { default: sharp } = await import('sharp')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" width="800" height="600">${shapes}</svg>`
  const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  const file = { fileName: `${name}.png`, mimeType: 'image/png', kind: 'picture', caption, altText, bytes } as const
  return { ...file, sha256: sha256Of(bytes) }
}

/** One page, in the letters that every reader has. */
function makeWorksheet(): DemoFile {
  const lines = ['Worksheet: How strong is paper?', '', '1. What do you expect?', '2. What did you measure?', '3. Why?']
  const text = lines.map((line) => `(${line}) Tj T*`).join(' ')
  const content = `BT /F1 18 Tf 28 TL 72 740 Td ${text} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const bytes = Buffer.from(body + table + end, 'latin1')
  return {
    fileName: 'How strong is paper.pdf',
    mimeType: 'application/pdf',
    kind: 'pdf',
    caption: 'For the folder of each child.',
    altText: '',
    bytes,
    sha256: sha256Of(bytes),
  }
}

/** Samples a second. */
const SAMPLES_PER_SECOND = 8000

/** Three tones of a third of a second, one after the other. */
function makeChime(): DemoFile {
  const samples = Buffer.alloc(SAMPLES_PER_SECOND)
  for (let at = 0; at < SAMPLES_PER_SECOND; at++) {
    const pitch = [523, 659, 784][Math.floor((at * 3) / SAMPLES_PER_SECOND)] ?? 523
    const fade = 1 - ((at * 3) % SAMPLES_PER_SECOND) / SAMPLES_PER_SECOND
    samples[at] = 128 + Math.round(90 * fade * Math.sin((2 * Math.PI * pitch * at) / SAMPLES_PER_SECOND))
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + SAMPLES_PER_SECOND, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  head.writeUInt32LE(SAMPLES_PER_SECOND, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(SAMPLES_PER_SECOND, 40)
  const bytes = Buffer.concat([head, samples])
  return {
    fileName: 'End of the break.wav',
    mimeType: 'audio/wav',
    kind: 'audio',
    caption: 'The signal that everyone knows.',
    altText: '',
    bytes,
    sha256: sha256Of(bytes),
  }
}

/** Files of the demo's libraries: pictures first. */
export async function makeDemoFiles(): Promise<DemoFile[]> {
  return [...(await Promise.all(drawings.map(makePicture))), makeWorksheet(), makeChime()]
}
