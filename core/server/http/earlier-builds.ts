import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { languageFolders, readBuildId } from '../web-build.ts'

/** Builds of the web app, this one included, whose files are kept for pages that are still open. */
const KEPT_BUILDS = 3

/**
 * Copies the hashed files of a build into the store, and deletes all but the latest builds there.
 * @param store folder that outlives the release, such as one of the data directory
 * @returns folders of the builds before this one, the latest first
 */
export async function keepBuild(build: string, store: string): Promise<string[]> {
  const id = await readBuildId(build)
  await mkdir(store, { recursive: true })
  const own = join(store, id)
  const copy = join(store, `.${id}-${randomBytes(6).toString('hex')}`)
  const now = new Date()
  try {
    // A language that an operator adds changes no source, and so not the id of the build.
    if (existsSync(own) && (await lacksLanguage(own, build))) await rm(own, { recursive: true, force: true })
    await utimes(own, now, now).catch(async () => {
      await cp(join(build, 'assets'), join(copy, 'assets'), { recursive: true })
      const languages = '.vite/languages.json'
      if (existsSync(join(build, languages))) await cp(join(build, languages), join(copy, languages))
      // Another process may have copied the same files first.
      await rename(copy, own).catch(() => utimes(own, now, now))
    })
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  const folders = (await readdir(store)).filter((name) => !name.startsWith('.'))
  const dated = await Promise.all(folders.map(async (name) => ({ name, at: (await stat(join(store, name))).mtimeMs })))
  const latest = dated.toSorted((one, other) => other.at - one.at).map(({ name }) => join(store, name))
  await Promise.all(latest.slice(KEPT_BUILDS).map((folder) => rm(folder, { recursive: true, force: true })))
  return latest.slice(0, KEPT_BUILDS).filter((folder) => folder !== own)
}

/** True if a copy was made before a language of the build was added. */
async function lacksLanguage(copy: string, build: string): Promise<boolean> {
  const [copied, built] = await Promise.all([languageFolders(copy), languageFolders(build)])
  return [...built.keys()].some((language) => copied.get(language) !== built.get(language))
}
