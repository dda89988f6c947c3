import { useState } from 'react'
import { testMessage } from '#core/contract/mail.ts'
import type { TestMessageAnswer } from '#core/contract/mail.ts'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { mailApi } from './client.ts'

/** Sends a message at once and shows what the mail server answered. */
export function TestMessage() {
  const { email } = useUser()
  const [answer, setAnswer] = useState<TestMessageAnswer>()
  const form = useContractForm(testMessage, {
    defaultValues: { to: email },
    submit: async (body) => {
      setAnswer(undefined)
      setAnswer(await mailApi.sendTestMessage.call({ body }))
    },
  })
  return (
    <Card title="Test message" help="Sent immediately with the saved settings, ahead of the queue.">
      {/* An address to try is nothing to lose. */}
      <Form form={{ ...form, isDirty: false }} aria-label="Test message">
        <FormTextField name="to" label="Send to" type="email" autoComplete="email" />
        {answer && (
          <Banner
            tone={answer.sent ? 'success' : 'error'}
            title={answer.sent ? 'Message accepted by the mail server' : 'The message was not sent'}
          >
            {answer.message}
          </Banner>
        )}
        <FormActions>
          <SubmitButton variant="secondary" pendingLabel="Asking the mail server…">
            Send test message
          </SubmitButton>
        </FormActions>
      </Form>
    </Card>
  )
}
