import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { ChooseOrganization } from '../ChooseOrganization.tsx'
import { ssoApi } from './client.ts'

/** The identity fits accounts of several organizations: one is chosen before the sign-in goes on. */
export function SsoChoice({ goBack }: { goBack: () => void }) {
  const choice = useQuery({ ...ssoApi.getSsoChoice(), retry: false })
  const choose = async (tenantId: string | null) => {
    try {
      const { path } = await ssoApi.chooseSsoOrganization.call({ body: { tenantId } })
      location.assign(path)
    } catch (error) {
      notify({ title: 'Not signed in', description: errorText(error), tone: 'destructive' })
      goBack()
    }
  }
  return (
    <Loaded query={choice} height={160} isFrameless>
      {({ organizations }) => (
        <ChooseOrganization
          organizations={organizations}
          text="You have accounts in several organizations. Where do you want to go?"
          choose={choose}
          goBack={goBack}
        />
      )}
    </Loaded>
  )
}
