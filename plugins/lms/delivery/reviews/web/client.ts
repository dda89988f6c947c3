import { createClient } from '#core/web/client.ts'
import { reviewsContract } from '../contract.ts'

export const reviewsApi = createClient(reviewsContract)
