import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const read = (html: string, url = 'https://trattoria.example/menu') =>
  readPage(contentRequest(html, { url, formats: [{ type: 'menu' }] }))

const declared = JSON.stringify({
  '@type': 'Restaurant',
  name: 'Trattoria Nord',
  address: { streetAddress: 'Main Street 1', addressLocality: 'Oslo' },
  hasMenu: {
    '@type': 'Menu',
    hasMenuSection: [
      {
        '@type': 'MenuSection',
        name: 'Pizza',
        hasMenuItem: [
          {
            '@type': 'MenuItem',
            name: 'Margherita',
            description: 'Tomato and basil',
            suitableForDiet: 'https://schema.org/VegetarianDiet',
            nutrition: { calories: '820 calories' },
            offers: { price: '11.50', priceCurrency: 'EUR' },
          },
        ],
      },
    ],
  },
})

test('a declared menu is read with its merchant', () => {
  const { menu } = read(
    `<title>Menu</title><script type="application/ld+json">${declared}</script>`,
  )
  assert.deepEqual(menu, {
    isMenu: true,
    confidence: 0.95,
    merchant: { name: 'Trattoria Nord', type: 'Restaurant', location: 'Main Street 1, Oslo' },
    currency: 'EUR',
    sections: [
      {
        id: 'section-1',
        name: 'Pizza',
        items: [
          {
            id: 'item-1-1',
            name: 'Margherita',
            description: 'Tomato and basil',
            images: [],
            price: { amount: 11.5, currency: 'EUR' },
            availability: { inStock: true },
            dietary: ['vegetarian'],
            calories: 820,
            optionGroups: [],
            identifiers: {},
            sourceUrl: 'https://trattoria.example/menu',
          },
        ],
      },
    ],
    sourceUrl: 'https://trattoria.example/menu',
  })
})

const dish = (name: string, text: string, price: string) =>
  `<li class="dish"><h3>${name}</h3><p>${text}</p><span class="price">${price}</span></li>`

test('a menu that is only shown is read from blocks under headings', () => {
  const { menu } =
    read(`<title>Our menu – Trattoria Nord</title><meta property="og:site_name" content="Trattoria Nord"><main>
    <h1>Our menu</h1><h2>Starters</h2><ul>${dish('Tomato soup', 'Vegan, with basil', '€6.50')}${dish('Green salad', 'Leaves', '€7.00')}</ul>
    <h2>Pizza</h2><ul>${dish('Margherita', 'Tomato, cheese', '€11.50')}${dish('Diavola', 'Spicy salami', '€13.00')}
    ${dish('Funghi', 'Mushrooms', '€12.00')}${dish('Marinara', 'Garlic (v)', '€10.00')}</ul></main>`)
  assert.equal(menu?.isMenu, true)
  assert.equal(menu.merchant.name, 'Trattoria Nord')
  assert.equal(menu.currency, 'EUR')
  assert.deepEqual(
    menu.sections.map(({ name, items }) => [
      name,
      items.map((item) => [item.name, item.price?.amount]),
    ]),
    [
      [
        'Starters',
        [
          ['Tomato soup', 6.5],
          ['Green salad', 7],
        ],
      ],
      [
        'Pizza',
        [
          ['Margherita', 11.5],
          ['Diavola', 13],
          ['Funghi', 12],
          ['Marinara', 10],
        ],
      ],
    ],
  )
  assert.deepEqual(menu.sections[0]?.items[0]?.dietary, ['vegan'])
  assert.equal(menu.sections[1]?.items[0]?.description, 'Tomato, cheese')
})

const line = (name: string, price: string) => `<p>${name} ........ ${price}</p>`

test('a menu is read from lines whose price stands at their end', () => {
  const { menu } =
    read(`<title>Speisekarte</title><h2>Vorspeisen</h2>${line('Tomatensuppe', '5,50')}${line('Salat', '6,50')}
    <h2>Hauptgerichte</h2>${line('Schnitzel', '14,90')}${line('Gulasch', '13,90')}${line('Forelle', '17,50')}${line('Nudeln', '9,90')}`)
  assert.deepEqual(
    menu?.sections.map(({ name, items }) => [
      name,
      items.map((item) => `${item.name} ${item.price?.amount}`),
    ]),
    [
      ['Vorspeisen', ['Tomatensuppe 5.5', 'Salat 6.5']],
      ['Hauptgerichte', ['Schnitzel 14.9', 'Gulasch 13.9', 'Forelle 17.5', 'Nudeln 9.9']],
    ],
  )
})

const items = (names: readonly string[], price: number) =>
  names.map((title, at) => ({ id: `${title}-${at}`, title, price, description: 'Fresh' }))

test('a menu is read from the state of an ordering platform, which counts in cents', () => {
  const state = {
    props: {
      sections: [
        { title: 'Burgers', items: items(['Classic burger', 'Cheese burger'], 1250) },
        { title: 'Drinks', items: items(['Cola', 'Water'], 300) },
      ],
    },
  }
  const { menu } = read(
    `<title>Burger bar menu</title><div><b>Classic burger</b> <i>$12.50</i></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`,
  )
  assert.deepEqual(
    menu?.sections.map((section) =>
      section.items.map(({ name, price, identifiers }) => [
        name,
        price?.amount,
        identifiers.merchantItemId,
      ]),
    ),
    [
      [
        ['Classic burger', 12.5, 'Classic burger-0'],
        ['Cheese burger', 12.5, 'Cheese burger-1'],
      ],
      [
        ['Cola', 3, 'Cola-0'],
        ['Water', 3, 'Water-1'],
      ],
    ],
  )
})

test('a shop is no menu', () => {
  const { menu, warnings } = read(
    `<title>Lamps</title><h1>Lamps</h1><h2>New</h2><ul>${['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => dish(`Lamp ${name}`, 'Bright', '€20.00')).join('')}</ul>`,
    'https://shop.example/lamps',
  )
  assert.equal(menu?.isMenu, false)
  assert.deepEqual(menu.sections, [])
  assert.match(warnings.join(' '), /No menu found/)
})
