import type { Job } from './core.ts'
import { cleanUpPush } from './push/clean-up.ts'
import { deliverPush } from './push/deliver.ts'
import { cleanUpWebhooks } from './webhooks/clean-up.ts'
import { deliverWebhooks, resumeWebhooks } from './webhooks/deliver.ts'

/** Jobs of what is sent to servers that people have named. */
export const outgoingJobs: readonly Job[] = [deliverPush, cleanUpPush, deliverWebhooks, resumeWebhooks, cleanUpWebhooks]
