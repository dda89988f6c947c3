import { readdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { openBrowser } from '#core/testing/pages.ts'
import { films, recordFilm } from './films.ts'
import { papers } from './papers.ts'
import { encodeZip } from './zip.ts'

// Generates the media of the demo's courses and stores them in the repository, so that seeding draws nothing: pictures of the
// drawings, packages, videos, slides and sheets. Run `npm run demo-media`, then look at the result.

const seed = new URL('../../seed/', import.meta.url)
const drawings = new URL('drawings/', seed)
const media = new URL('media/', seed)

/** Pixels per CSS pixel of a drawing: sharp on high-density screens. */
const DENSITY = 1.5

for (const name of await readdir(drawings)) {
  const drawing = await readFile(new URL(name, drawings))
  const picture = await sharp(drawing, { density: 72 * DENSITY })
    .webp({ quality: 82, effort: 6 })
    .toBuffer()
  await writeFile(new URL(name.replace('.svg', '.webp'), media), picture)
}

for (const name of await readdir(new URL('packages/', seed))) {
  const folder = new URL(`packages/${name}/`, seed)
  const packed: Parameters<typeof encodeZip>[0][number][] = []
  for (const path of (await readdir(folder)).toSorted()) {
    packed.push({ path, bytes: await readFile(new URL(path, folder)) })
  }
  await writeFile(new URL(`${name}.zip`, media), encodeZip(packed))
}

await using browser = await openBrowser()
for (const { name, html, ...size } of papers) {
  const page = await browser.newPage()
  await page.setContent(html)
  await writeFile(new URL(`${name}.pdf`, media), await page.pdf({ ...size, printBackground: true, tagged: true }))
}
for (const film of films) await writeFile(new URL(`${film.name}.webm`, media), await recordFilm(browser, film))
