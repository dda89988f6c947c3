import { download } from './download.ts'
import { secondFactorApi } from './secondFactor.ts'

/**
 * Saves what is given out only to people who have just confirmed that it is them: a link could not ask them.
 * @throws ApiError when they do not confirm
 */
export async function downloadWhenConfirmed(url: string): Promise<void> {
  await secondFactorApi.recentConfirmation.call()
  download(url)
}
