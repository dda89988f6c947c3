import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { startSmtpServer } from './smtp.ts'

const letter = { from: 'office@north.example', to: 'ana@north.example', subject: 'Grüße', text: 'Ein Wort: süß' }

test('a message that was sent can be awaited with its text decoded', async () => {
  await using smtp = await startSmtpServer()
  const awaited = smtp.waitFor((message) => message.to.includes(letter.to))
  await createTransport({ host: smtp.host, port: smtp.port, auth: { user: 'mailer', pass: 'x' } }).sendMail(letter)
  expect(await awaited).toMatchObject({ from: letter.from, to: [letter.to], subject: letter.subject })
  expect((await awaited).text.trim()).toBe(letter.text)
  expect(smtp.users).toEqual(['mailer'])
})

test('a refusal reaches the sender with its code, and accepting again lets messages through', async () => {
  await using smtp = await startSmtpServer()
  const sender = createTransport({ host: smtp.host, port: smtp.port })
  smtp.refuse({ code: 550, message: 'no such mailbox' })
  await expect(sender.sendMail(letter)).rejects.toMatchObject({ responseCode: 550 })
  smtp.refuse(undefined)
  await sender.sendMail(letter)
  expect(smtp.messages).toHaveLength(1)
})

test('a server that is down refuses connections and comes back on the same port', async () => {
  await using smtp = await startSmtpServer()
  const sender = createTransport({ host: smtp.host, port: smtp.port })
  await smtp.down()
  await expect(sender.sendMail(letter)).rejects.toThrow('ECONNREFUSED')
  await smtp.up()
  await sender.sendMail(letter)
  expect(smtp.messages).toHaveLength(1)
})

test('waiting in vain fails with what was received instead', async () => {
  await using smtp = await startSmtpServer()
  await createTransport({ host: smtp.host, port: smtp.port }).sendMail(letter)
  await expect(smtp.waitFor(() => false, 20)).rejects.toThrow('"Grüße" to ana@north.example')
})
