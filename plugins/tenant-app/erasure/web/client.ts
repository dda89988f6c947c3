import { createClient } from '#core/web/client.ts'
import { erasureContract } from '../contract.ts'

export const erasureApi = createClient(erasureContract)

/** Wherever somebody was named, what was read is wrong. */
export const everything = [['api']]
