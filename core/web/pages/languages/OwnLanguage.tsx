import { useMutation } from '@tanstack/react-query'
import { languageName } from '#core/contract/languages.ts'
import { readIn } from '../../readIn.ts'
import { identityApi, usePlatform } from '../../session.ts'
import { pageLanguage, t } from '../../text.ts'
import { errorText } from '../../ui/feedback/errorText.ts'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'

/** Language that the user reads, where the organization offers more than one. */
export function OwnLanguage() {
  const languages = usePlatform().tenant?.languages ?? []
  const change = useMutation(
    identityApi.updateProfile.mutation({
      touches: [],
      onSuccess: ({ language }) => readIn(language ?? pageLanguage()),
      onError: (error) =>
        notify({ title: t('Nothing was changed'), description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (languages.length < 2) return null
  return (
    <Card title={t('Language')} help={t('Used in this app and in emails to you.')}>
      <Select
        label={t('Language')}
        isLabelHidden
        options={languages.map((id) => ({ id, label: languageName(id) }))}
        value={change.variables?.body?.language ?? pageLanguage()}
        isDisabled={change.isPending}
        onChange={(language) => change.mutate({ body: { language } })}
      />
    </Card>
  )
}
