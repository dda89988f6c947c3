import { readdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { openBrowser } from '#core/testing/pages.ts'
import { films, recordFilm } from './films.ts'
import { papers } from './papers.ts'
import { encodeZip } from './zip.ts'

// Makes what the demo's courses show beside their texts and keeps it in the tree, so that seeding draws nothing:
// pictures of the drawings, packages, films, slides and sheets. `npm run demo-media`, then look at what came out.

const seed = new URL('../../seed/', import.meta.url)
const drawings = new URL('drawings/', seed)
const media = new URL('media/', seed)

/** CSS pixels of a drawing become so many: sharp on screens that have more of them. */
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
