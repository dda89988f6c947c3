import { config } from 'zod'

// Zod asks at its first schema whether it may compile code, which the content security policy forbids and notes.
config({ jitless: true })
