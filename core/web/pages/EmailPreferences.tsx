import { useMutation, useQuery } from '@tanstack/react-query'
import type { EmailPreferences as Preferences } from '#core/contract/email.ts'
import { t } from '../text.ts'
import { emailApi } from '../emailClient.ts'
import { errorText } from '../ui/feedback/errorText.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { Switch } from '../ui/fields/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Stack } from '../ui/layout/Stack.tsx'

/** Classes of email that a person chooses; the others always come. */
export function EmailPreferences() {
  const preferences = useQuery(emailApi.getEmailPreferences())
  return (
    <Card title={t('Email')} help={t('Email about your account, your children, and urgent notices always comes.')}>
      <Loaded query={preferences} height={96} isFrameless>
        {(data) => <Switches saved={data} />}
      </Loaded>
    </Card>
  )
}

function Switches({ saved }: { saved: Preferences }) {
  const change = useMutation(
    emailApi.updateEmailPreferences.mutation({
      touches: [emailApi.getEmailPreferences.key()],
      onSuccess: () => notify({ title: t('Email preferences saved') }),
      onError: (error) =>
        notify({ title: t('Nothing was changed'), description: errorText(error), tone: 'destructive' }),
    }),
  )
  const shown = change.isPending ? change.variables.body : saved
  const choose = (chosen: Partial<Preferences>) => change.mutate({ body: { ...saved, ...chosen } })
  return (
    <Stack>
      <Switch
        label={t('News')}
        help={t('Announcements and weekly summaries.')}
        isSelected={shown.news}
        isDisabled={change.isPending}
        onChange={(news) => choose({ news })}
      />
      <Switch
        label={t('Conversations')}
        help={t('New messages in conversations that you take part in.')}
        isSelected={shown.conversation}
        isDisabled={change.isPending}
        onChange={(conversation) => choose({ conversation })}
      />
    </Stack>
  )
}
