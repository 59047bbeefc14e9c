-- Entities that projects refer to. Operators may rename, merge and delete all of them.

create table registries (
  id integer generated always as identity primary key,
  -- the registry's code in its own exports, such as VCS; null if an operator created it
  code text unique,
  name text not null check (name = btrim(name) and name <> ''),
  words text not null generated always as (search_text(name)) stored,
  version integer not null default 1
);
create unique index registries_name on registries (lower(name));

create table developers (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  words text not null generated always as (search_text(name)) stored,
  version integer not null default 1
);
create unique index developers_name on developers (lower(name));

create table auditors (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  words text not null generated always as (search_text(name)) stored,
  version integer not null default 1
);
create unique index auditors_name on auditors (lower(name));

create table project_types (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  words text not null generated always as (search_text(name)) stored,
  -- the group of the taxonomy: Forestry & Land Use, Renewable Energy …
  scope text not null default 'Other',
  version integer not null default 1
);
create unique index project_types_name on project_types (lower(name));

-- Names for searching a country: the one that the API displays comes first, then other common ones.
create table country_names (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  names text not null
);
insert into country_names (code, names) values
  ('AD', 'Andorra'), ('AE', 'UAE, United Arab Emirates, Emirates'), ('AF', 'Afghanistan'),
  ('AG', 'Antigua and Barbuda'), ('AI', 'Anguilla'), ('AL', 'Albania'), ('AM', 'Armenia'), ('AO', 'Angola'),
  ('AQ', 'Antarctica'), ('AR', 'Argentina'), ('AS', 'American Samoa'), ('AT', 'Austria'), ('AU', 'Australia'),
  ('AW', 'Aruba'), ('AX', 'Aland Islands, Åland Islands, Åland'), ('AZ', 'Azerbaijan'),
  ('BA', 'Bosnia and Herzegovina'), ('BB', 'Barbados'), ('BD', 'Bangladesh'), ('BE', 'Belgium'),
  ('BF', 'Burkina Faso'), ('BG', 'Bulgaria'), ('BH', 'Bahrain'), ('BI', 'Burundi'), ('BJ', 'Benin'),
  ('BL', 'Saint Barthélemy'), ('BM', 'Bermuda'), ('BN', 'Brunei, Brunei Darussalam'),
  ('BO', 'Bolivia, Plurinational State of Bolivia'), ('BQ', 'Bonaire, Sint Eustatius and Saba'), ('BR', 'Brazil'),
  ('BS', 'Bahamas'), ('BT', 'Bhutan'), ('BV', 'Bouvet Island'), ('BW', 'Botswana'), ('BY', 'Belarus'),
  ('BZ', 'Belize'), ('CA', 'Canada'), ('CC', 'Cocos (Keeling) Islands'),
  ('CD', 'Congo (DR), Democratic Republic of the Congo, DRC'), ('CF', 'Central African Republic'),
  ('CG', 'Congo, Republic of the Congo'), ('CH', 'Switzerland'), ('CI', 'Côte d''Ivoire, Cote d''Ivoire, Ivory Coast'),
  ('CK', 'Cook Islands'), ('CL', 'Chile'), ('CM', 'Cameroon'), ('CN', 'China, People''s Republic of China'),
  ('CO', 'Colombia'), ('CR', 'Costa Rica'), ('CU', 'Cuba'), ('CV', 'Cabo Verde, Cape Verde'), ('CW', 'Curaçao'),
  ('CX', 'Christmas Island'), ('CY', 'Cyprus'), ('CZ', 'Czechia, Czech Republic'), ('DE', 'Germany'),
  ('DJ', 'Djibouti'), ('DK', 'Denmark'), ('DM', 'Dominica'), ('DO', 'Dominican Republic'), ('DZ', 'Algeria'),
  ('EC', 'Ecuador'), ('EE', 'Estonia'), ('EG', 'Egypt'), ('EH', 'Western Sahara'), ('ER', 'Eritrea'), ('ES', 'Spain'),
  ('ET', 'Ethiopia'), ('FI', 'Finland'), ('FJ', 'Fiji'), ('FK', 'Falkland Islands (Malvinas)'),
  ('FM', 'Micronesia, Federated States of Micronesia'), ('FO', 'Faroe Islands'), ('FR', 'France'), ('GA', 'Gabon'),
  ('GB', 'United Kingdom, UK, Great Britain, England'), ('GD', 'Grenada'), ('GE', 'Georgia'), ('GF', 'French Guiana'),
  ('GG', 'Guernsey'), ('GH', 'Ghana'), ('GI', 'Gibraltar'), ('GL', 'Greenland'),
  ('GM', 'The Gambia, Republic of The Gambia, Gambia'), ('GN', 'Guinea'), ('GP', 'Guadeloupe'),
  ('GQ', 'Equatorial Guinea'), ('GR', 'Greece'), ('GS', 'South Georgia and the South Sandwich Islands'),
  ('GT', 'Guatemala'), ('GU', 'Guam'), ('GW', 'Guinea-Bissau'), ('GY', 'Guyana'), ('HK', 'Hong Kong'),
  ('HM', 'Heard Island and McDonald Islands'), ('HN', 'Honduras'), ('HR', 'Croatia'), ('HT', 'Haiti'),
  ('HU', 'Hungary'), ('ID', 'Indonesia'), ('IE', 'Ireland'), ('IL', 'Israel'), ('IM', 'Isle of Man'), ('IN', 'India'),
  ('IO', 'British Indian Ocean Territory'), ('IQ', 'Iraq'), ('IR', 'Iran, Islamic Republic of Iran'),
  ('IS', 'Iceland'), ('IT', 'Italy'), ('JE', 'Jersey'), ('JM', 'Jamaica'), ('JO', 'Jordan'), ('JP', 'Japan'),
  ('KE', 'Kenya'), ('KG', 'Kyrgyzstan'), ('KH', 'Cambodia'), ('KI', 'Kiribati'), ('KM', 'Comoros'),
  ('KN', 'Saint Kitts and Nevis'), ('KP', 'North Korea'), ('KR', 'South Korea, Republic of Korea'), ('KW', 'Kuwait'),
  ('KY', 'Cayman Islands'), ('KZ', 'Kazakhstan'), ('LA', 'Laos, Lao People''s Democratic Republic, Lao PDR'),
  ('LB', 'Lebanon'), ('LC', 'Saint Lucia'), ('LI', 'Liechtenstein'), ('LK', 'Sri Lanka'), ('LR', 'Liberia'),
  ('LS', 'Lesotho'), ('LT', 'Lithuania'), ('LU', 'Luxembourg'), ('LV', 'Latvia'), ('LY', 'Libya'), ('MA', 'Morocco'),
  ('MC', 'Monaco'), ('MD', 'Moldova'), ('ME', 'Montenegro'), ('MF', 'Saint Martin (French part)'),
  ('MG', 'Madagascar'), ('MH', 'Marshall Islands'),
  ('MK', 'North Macedonia, The Republic of North Macedonia, Macedonia'), ('ML', 'Mali'), ('MM', 'Myanmar, Burma'),
  ('MN', 'Mongolia'), ('MO', 'Macao'), ('MP', 'Northern Mariana Islands'), ('MQ', 'Martinique'), ('MR', 'Mauritania'),
  ('MS', 'Montserrat'), ('MT', 'Malta'), ('MU', 'Mauritius'), ('MV', 'Maldives'), ('MW', 'Malawi'), ('MX', 'Mexico'),
  ('MY', 'Malaysia'), ('MZ', 'Mozambique'), ('NA', 'Namibia'), ('NC', 'New Caledonia'), ('NE', 'Niger'),
  ('NF', 'Norfolk Island'), ('NG', 'Nigeria'), ('NI', 'Nicaragua'),
  ('NL', 'The Netherlands, Netherlands, Netherlands (Kingdom of the), Holland'), ('NO', 'Norway'), ('NP', 'Nepal'),
  ('NR', 'Nauru'), ('NU', 'Niue'), ('NZ', 'New Zealand'), ('OM', 'Oman'), ('PA', 'Panama'), ('PE', 'Peru'),
  ('PF', 'French Polynesia'), ('PG', 'Papua New Guinea'), ('PH', 'Philippines'), ('PK', 'Pakistan'), ('PL', 'Poland'),
  ('PM', 'Saint Pierre and Miquelon'), ('PN', 'Pitcairn Islands, Pitcairn'), ('PR', 'Puerto Rico'),
  ('PS', 'Palestine, State of Palestine'), ('PT', 'Portugal'), ('PW', 'Palau'), ('PY', 'Paraguay'), ('QA', 'Qatar'),
  ('RE', 'Reunion'), ('RO', 'Romania'), ('RS', 'Serbia'), ('RU', 'Russia, Russian Federation'), ('RW', 'Rwanda'),
  ('SA', 'Saudi Arabia'), ('SB', 'Solomon Islands'), ('SC', 'Seychelles'), ('SD', 'Sudan'), ('SE', 'Sweden'),
  ('SG', 'Singapore'), ('SH', 'Saint Helena'), ('SI', 'Slovenia'), ('SJ', 'Svalbard and Jan Mayen'),
  ('SK', 'Slovakia'), ('SL', 'Sierra Leone'), ('SM', 'San Marino'), ('SN', 'Senegal'), ('SO', 'Somalia'),
  ('SR', 'Suriname'), ('SS', 'South Sudan'), ('ST', 'Sao Tome and Principe'), ('SV', 'El Salvador'),
  ('SX', 'Sint Maarten (Dutch part)'), ('SY', 'Syria, Syrian Arab Republic'), ('SZ', 'Eswatini, Swaziland'),
  ('TC', 'Turks and Caicos Islands'), ('TD', 'Chad'), ('TF', 'French Southern Territories'), ('TG', 'Togo'),
  ('TH', 'Thailand'), ('TJ', 'Tajikistan'), ('TK', 'Tokelau'), ('TL', 'Timor-Leste, East Timor'),
  ('TM', 'Turkmenistan'), ('TN', 'Tunisia'), ('TO', 'Tonga'), ('TR', 'Türkiye, Turkey'), ('TT', 'Trinidad and Tobago'),
  ('TV', 'Tuvalu'), ('TW', 'Taiwan'), ('TZ', 'Tanzania, United Republic of Tanzania'), ('UA', 'Ukraine'),
  ('UG', 'Uganda'), ('UM', 'United States Minor Outlying Islands'),
  ('US', 'United States, United States of America, USA, U.S.'), ('UY', 'Uruguay'), ('UZ', 'Uzbekistan'),
  ('VA', 'Holy See (Vatican City State), Vatican'), ('VC', 'Saint Vincent and the Grenadines'),
  ('VE', 'Venezuela, Bolivarian Republic'), ('VG', 'Virgin Islands, British'), ('VI', 'Virgin Islands, U.S.'),
  ('VN', 'Viet Nam, Vietnam'), ('VU', 'Vanuatu'), ('WF', 'Wallis and Futuna'), ('WS', 'Samoa'), ('XK', 'Kosovo'),
  ('YE', 'Yemen'), ('YT', 'Mayotte'), ('ZA', 'South Africa'), ('ZM', 'Zambia'), ('ZW', 'Zimbabwe');
