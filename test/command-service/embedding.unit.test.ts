import { describe, expect, test } from '@jest/globals'
import { isEmbeddingOn, wantedEmbedding } from '../../command-service/embedding.ts'
import { settingDecider } from '../../command-service/setting/decider.ts'
import { streams } from '../../command-service/streams.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { executorOn } from '../support/command.ts'

const never = { enableEmbedding: false, embeddingParams: null }
const shown = { enableEmbedding: true, embeddingParams: { city: 'locked' } }
const on = async () => true
const off = async () => false
const unasked = () => Promise.reject(new Error('asked for nothing'))

describe('how a thing is embedded', () => {
  test('is an admin to say, while embedding is on', async () => {
    const asked = { enable_embedding: true, embedding_params: { city: 'locked' } }
    expect(await wantedEmbedding(never, asked, true, on)).toEqual(shown)
    expect(await wantedEmbedding(shown, { embedding_params: {} }, true, on)).toEqual({
      enableEmbedding: true,
      embeddingParams: {},
    })
    await expect(wantedEmbedding(never, asked, false, unasked)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(wantedEmbedding(never, asked, true, off)).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('embedding-secret-key'),
    })
  })

  test('may be sent back as it was read, and ended, by whoever and whenever', async () => {
    const same = { enable_embedding: true, embedding_params: { city: 'locked' } }
    expect(await wantedEmbedding(shown, same, false, unasked)).toEqual(shown)
    const more = { ...shown, name: 'It says nothing of' }
    expect(await wantedEmbedding(more, {}, false, unasked)).toEqual(shown)
    expect(await wantedEmbedding(shown, { enable_embedding: null }, false, unasked)).toEqual(shown)
    const ended = await wantedEmbedding(shown, { enable_embedding: false }, true, off)
    expect(ended).toEqual({ ...shown, enableEmbedding: false })
    const ending = wantedEmbedding(shown, { enable_embedding: false }, false, off)
    await expect(ending).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

test('embedding is on where there is a key, until the setting says no', async () => {
  const store = memoryEventStore()
  const say = (value: boolean) =>
    executorOn(store).execute(streams.settings, settingDecider, {
      type: 'ChangeSettings',
      data: { changes: [{ key: 'enable-embedding', value }] },
    })
  const withKey = { fixedSettings: { 'embedding-secret-key': 'of the environment' } }
  const both = async () => [
    await isEmbeddingOn(withKey, executorOn(store)),
    await isEmbeddingOn({ fixedSettings: {} }, executorOn(store)),
  ]
  expect(await both()).toEqual([true, false])
  await say(false)
  expect(await both()).toEqual([false, false])
  await say(true)
  expect(await both()).toEqual([true, false])
  await executorOn(store).execute(streams.settings, settingDecider, {
    type: 'RotateEmbeddingKey',
    data: { reference: 'in the vault', until: null },
  })
  expect(await both()).toEqual([true, true])
})
