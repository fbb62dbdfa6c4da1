import { describe, expect, test } from '@jest/globals'
import { withTagParameters } from '../../../shared/cards/tag-parameters.ts'
import type { CardContent } from '../../../shared/events/card.ts'

type Tags = Readonly<Record<string, object | number>>

const asked = (tags: Tags, key = 'template-tags'): CardContent['query'] =>
  JSON.parse(JSON.stringify({ type: 'native', native: { query: '', [key]: tags } }))

const made = (tags: Tags, said: CardContent['parameters'] = []) =>
  withTagParameters(asked(tags), said)

const city = { id: 'c1', name: 'city', 'display-name': 'City', type: 'text' }
const ofCity = {
  id: 'c1',
  type: 'string/=',
  target: ['variable', ['template-tag', 'city']],
  name: 'City',
  slug: 'city',
  required: false,
}

describe('tags make parameters', () => {
  test('that go by the id, name and words of their tag', () => {
    expect(made({ city })).toEqual([ofCity])
    expect(made({ city: { ...city, required: true, default: 'Oslo' } })).toEqual([
      { ...ofCity, required: true, default: 'Oslo' },
    ])
    expect(made({ city: {} })).toEqual([{ ...ofCity, id: 'city', name: 'city' }])
    const spelled = {
      city: { ...city, default: null, 'display-name': undefined, display_name: 'City' },
    }
    expect(withTagParameters(asked(spelled, 'template_tags'), [])).toEqual([ofCity])
  })

  test.each([
    [{ type: 'number' }, 'number/=', 'variable'],
    [{ type: 'date' }, 'date/single', 'variable'],
    [{ type: 'boolean' }, 'boolean/=', 'variable'],
    [{ type: 'dimension', 'widget-type': 'date/all-options' }, 'date/all-options', 'dimension'],
    [{ type: 'dimension', 'widget-type': 'category' }, 'category', 'dimension'],
    [{ type: 'temporal-unit' }, 'temporal-unit', 'dimension'],
  ])('of the type of their tag: %j', (tag, type, aim) => {
    const [parameter] = made({ x: tag })
    expect(parameter).toMatchObject({ type, target: [aim, ['template-tag', 'x']] })
  })

  test('unless they stand for a text or for rows, or take no value', () => {
    expect(
      made({
        'snippet: large': { type: 'snippet' },
        'snippet: small': {},
        '#12-orders': { type: 'card', 'card-id': 12 },
        '#13': { type: 'text' },
        field: { type: 'dimension', 'widget-type': 'none' },
        other: { type: 'dimension' },
        odd: 5,
      }),
    ).toEqual([{ ...ofCity, id: 'odd', name: 'odd', slug: 'odd', target: expect.anything() }])
    const structured = { type: 'query', query: {}, native: { 'template-tags': { city } } }
    expect(withTagParameters(structured, [])).toEqual([])
  })
})

describe('with what its client says', () => {
  const more = { sectionId: 'location', values_source_type: 'card' }

  test('a parameter is one, and the tag is right', () => {
    const said = {
      ...more,
      id: 'c1',
      type: 'category',
      name: 'Town',
      slug: 'town',
      default: 'Rome',
    }
    expect(made({ city }, [said])).toEqual([{ ...more, ...ofCity, default: 'Rome' }])
    const elsewhere = { ...more, id: 'other', target: ['variable', ['template-tag', 'city']] }
    expect(made({ city }, [elsewhere])).toEqual([{ ...more, ...ofCity }])
    const byId = { id: 'other', target: ['variable', ['template-tag', { id: 'c1' }]] }
    expect(made({ city }, [byId])).toEqual([ofCity])
    const twice = [elsewhere, { ...elsewhere, id: 'third' }]
    expect(made({ city }, twice)).toEqual([{ ...more, ...ofCity }, twice[1]])
  })

  test('the order is theirs, then that of the tags', () => {
    const free = { id: 'free', type: 'number/=' }
    const tags = { size: { id: 's', type: 'number' }, city }
    expect(made(tags, [free, { id: 'c1' }]).map(({ id }) => id)).toEqual(['free', 'c1', 's'])
  })

  test('a parameter for a tag that is gone is gone, others stay', () => {
    const column = { id: 'd', target: ['dimension', ['field', 5, null]] }
    expect(made({}, [ofCity, column])).toEqual([column])
  })

  test('doing it again changes nothing', () => {
    const once = made({ city, size: { type: 'number' } }, [{ id: 'free' }])
    expect(made({ city, size: { type: 'number' } }, once)).toEqual(once)
  })
})
