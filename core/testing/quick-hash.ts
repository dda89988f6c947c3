import { argon2Sync, randomBytes } from 'node:crypto'

/**
 * Hashes a password with hardly any work, as its parameters say to whoever checks it: tests and benchmarks sign in by the
 * thousand, and what it costs to check a real one is measured elsewhere.
 */
export function quickHash(password: string): string {
  const nonce = randomBytes(16)
  const parameters = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: password, nonce, ...parameters })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`
}
