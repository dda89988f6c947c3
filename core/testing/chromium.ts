import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright'
import { withTemporaryFolder } from './temporary.ts'
import { recordWait } from './waits.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const flags = [
  // Chromium's sandbox refuses to start as root, which is what most CI containers run as.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Without these Chromium looks up its maker's hosts at every start, which a closed network refuses one by one.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
  // One process for all pages, which compiles the app once, and none beside it that only paints.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  // The same glyph widths on every machine, so that screenshots can be compared.
  '--font-render-hinting=none',
]

/**
 * Starts a headless Chromium that keeps its temporary files in `folder`: the one in CHROMIUM_PATH, or one that is found.
 * @throws Error when none is found, saying where it was looked for
 */
export async function launchChromium(folder: string): Promise<Browser> {
  const { executablePath, env } = await findChromium(process.env['CHROMIUM_PATH'])
  const launch = () => chromium.launch({ executablePath, args: flags, env: { ...inheritedEnvironment(), ...env } })
  return recordWait('start of Chromium', () => withTemporaryFolder(folder, launch))
}

interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

async function findChromium(chromiumPath: string | undefined): Promise<Chromium> {
  if (chromiumPath) return { executablePath: chromiumPath, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium()
  const executablePath = usualPlaces.find((path) => existsSync(path))
  if (!executablePath) {
    throw new Error(`No Chromium or Chrome found; set CHROMIUM_PATH. Looked for:\n${usualPlaces.join('\n')}`)
  }
  return { executablePath, env: {} }
}

/**
 * Unpacks the Chromium of the npm package @sparticuz/chromium, once per version. The package unpacks to fixed names in the
 * temporary folder, where a second process would start a half-written file; hence a folder of its own, renamed when complete.
 */
async function unpackChromium(): Promise<Chromium> {
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${await packageVersion('@sparticuz/chromium')}`)
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true })
    const unpacking = await mkdtemp(join(cache, 'unpacking-'))
    const script = `(await import('${import.meta.resolve('@sparticuz/chromium')}')).default.executablePath()`
    // Named like the cloud function it was made for, the package also unpacks the NSS libraries that small images lack.
    const env = { ...inheritedEnvironment(), TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, env })
    await writeFile(join(unpacking, 'fonts/fonts.conf'), fontsHere)
    await rename(unpacking, folder).catch(async (error: NodeJS.ErrnoException) => {
      // Another process was first; what it unpacked is the same.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      await rm(unpacking, { recursive: true })
    })
  }
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') }
  return { executablePath: join(folder, 'chromium'), env }
}

// The package's own file names folders of a cloud function. Without a font, text has no height and axe sees none of it.
const fontsHere = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

async function packageVersion(name: string): Promise<string> {
  const { default: manifest } = (await import(join(root, 'node_modules', name, 'package.json'), {
    with: { type: 'json' },
  })) as { default: { version: string } }
  return manifest.version
}

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
