import { downloadWhenConfirmed } from '#core/web/downloadWhenConfirmed.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'

/** Downloads an export, once the user has confirmed their identity. */
export async function save(url: string): Promise<void> {
  try {
    await downloadWhenConfirmed(url)
  } catch (error) {
    notify({
      title: 'Not downloaded',
      description: serverMessage(error, 'The export could not be downloaded'),
      tone: 'destructive',
    })
  }
}
