/** The part of npm's lock file that is checked. */
export interface LockFile {
  packages: Record<string, { version?: string; resolved?: string; integrity?: string; link?: boolean }>
}

const REGISTRY = 'https://registry.npmjs.org/'

/**
 * Lists what of a lock file leaves open which bytes are installed, as sentences. npm writes no address for its own
 * registry.
 */
export function looseEnds({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => {
    if (path === '' || link) return []
    return [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no sha512 to be held against`]),
      ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${path} comes from ${resolved}`]),
    ]
  })
}

interface Unsigned {
  name: string
  version: string
}

interface SignatureReport {
  invalid?: Unsigned[]
  missing?: Unsigned[]
  error?: { code?: string; summary?: string }
}

/**
 * Judges what `npm audit signatures --json` has found. Without network, or a registry with keys, nothing is known: that
 * is no failure, and the words say so.
 */
export function signatureVerdict(output: string): { passed: boolean; words: string } {
  let found: SignatureReport
  try {
    found = JSON.parse(output) as SignatureReport
  } catch {
    return { passed: true, words: 'not checked: npm did not answer in time' }
  }
  const { invalid, missing, error } = found
  if (!invalid || !missing) {
    const [reason] = (error?.summary ?? 'npm gave no reason').split('\n')
    return { passed: true, words: `not checked: ${reason}` }
  }
  const names = (packages: Unsigned[]) => packages.map(({ name, version }) => `${name}@${version}`).join(', ')
  const wrong = [
    ...(invalid.length > 0 ? [`Signatures that do not fit: ${names(invalid)}`] : []),
    ...(missing.length > 0 ? [`Without a signature: ${names(missing)}`] : []),
  ]
  return wrong.length > 0 ? { passed: false, words: wrong.join('\n') } : { passed: true, words: 'all of them fit' }
}
