import type { TestService } from './service.ts'
import { type ValuesWorld, valuesWorld } from './values-world.ts'

/** Filters of questions about people, and what visitors may do with each. */
export const filters = {
  city: { id: 'c1', name: 'City', slug: 'city', type: 'string/=' },
  person: { id: 'p1', name: 'Person', slug: 'person', type: 'string/=' },
  hidden: { id: 'h1', name: 'Hidden', slug: 'hidden', type: 'string/=' },
} as const
export const rules = { city: 'locked', person: 'enabled', hidden: 'disabled' } as const

export type EmbedWorld = ValuesWorld & {
  /** Changes a thing as admin; answers it. */
  change(
    kind: 'card' | 'dashboard',
    id: number,
    body: object,
    // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the test's to say
  ): Promise<any>
  /** Embeds a question that counts people, by its filters; answers its id. */
  newQuestion(): Promise<number>
  /** Embeds the same in SQL, whose tag for the city is text and about no field. */
  newSql(): Promise<number>
}

const query = 'select count(*) as n from people where city = {{city}} [[and {{person}}]]'

export const embedWorld = async (app: TestService): Promise<EmbedWorld> => {
  const world = await valuesWorld(app)
  const change: EmbedWorld['change'] = async (kind, id, body) => {
    const answer = await world.admin.put(`/api/${kind}/${id}`, body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  return {
    ...world,
    change,
    newQuestion: async () => {
      const id = await world.save(world.people({ aggregation: [['count']] }), {
        name: 'How many',
        parameters: [
          { ...filters.city, target: world.about('people.city') },
          { ...filters.person, target: world.about('people.name') },
          { ...filters.hidden, target: world.about('people.email') },
        ],
      })
      await change('card', id, { enable_embedding: true, embedding_params: rules })
      return id
    },
    newSql: async () => {
      const tag = {
        dimension: ['field', world.id('people.name'), null],
        type: 'dimension',
        'widget-type': 'string/=',
      }
      const tags = {
        city: { id: 'c1', name: 'city', type: 'text' },
        person: { id: 'p1', name: 'person', ...tag },
      }
      const id = await world.save({
        database: world.databaseId,
        type: 'native',
        native: { query, 'template-tags': tags },
      })
      const { hidden: _, ...others } = rules
      await change('card', id, { enable_embedding: true, embedding_params: others })
      return id
    },
  }
}
