#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Without it every start strips the types of every file anew, which takes longer than everything else together. The
// command line itself is imported afterwards: what is imported here is compiled before the cache is on.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))
await import('./command-line.ts')
