import { readFileSync } from 'node:fs'

/** Characters of a commit that a person can compare, and that are enough to find it. */
const COMMIT_LENGTH = 8

const root = new URL('../../', import.meta.url)

/** Version of the platform, from package.json (spec part 1, section 9: 1.0.0 to begin with). */
export const VERSION = (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version

/** The commit that is checked out, shortened; undefined where there is no `.git`. Read once: a node keeps its own. */
export const COMMIT = readCommit(new URL('.git/', root))

/** Version and commit in one, which distinguishes two builds. */
export const RELEASE = COMMIT === undefined ? VERSION : `${VERSION} (${COMMIT})`

/** Reads the commit of a repository without git, which may not be installed. */
export function readCommit(git: URL): string | undefined {
  const read = (name: string) => {
    try {
      return readFileSync(new URL(name, git), 'utf8')
    } catch {
      return undefined
    }
  }
  const head = read('HEAD')?.trim()
  const branch = head?.match(/^ref: (.+)$/)?.[1]
  const packed = () =>
    read('packed-refs')
      ?.split('\n')
      .find((line) => line.endsWith(` ${branch}`))
      ?.split(' ')[0]
  const commit = branch === undefined ? head : (read(branch)?.trim() ?? packed())
  return commit && /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, COMMIT_LENGTH) : undefined
}
