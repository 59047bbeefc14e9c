import { expect, test } from "vitest";
import { readableCompany, readableName } from "./names.rules.ts";

test.each([
  // Unchanged.
  ["Delta Blue Carbon – 1", "Delta Blue Carbon – 1"],
  ["GS558 VPA", "GS558 VPA"],
  ["EOS ARB ODS 2013-1", "EOS ARB ODS 2013-1"],
  ["RR ACR 2014 756", "RR ACR 2014 756"],
  // Ids before the name, and numbers after it.
  ["GS1247 VPA 81 Lango Safe Water Project", "VPA 81 Lango Safe Water Project"],
  ["GS11935 GS11934 RVPA-38 Promoting sustainable use", "RVPA-38 Promoting sustainable use"],
  ["GS10818 - Improved Cookstoves in India", "Improved Cookstoves in India"],
  ["GS790_Sustainable Small Hydropower (300218)", "Sustainable Small Hydropower"],
  ["Danjinghe Wind Farm (GS6753 CER to VER Conversion)", "Danjinghe Wind Farm"],
  ["VPA 46 Improved Cookstove Distribution (GS11205)", "VPA 46 Improved Cookstove Distribution"],
  ["*Suzhou Qizi Mountain Landfill (300259)", "Suzhou Qizi Mountain Landfill"],
  // All capitals.
  ["FOUM EL OUED WIND FARM PROJECT", "Foum el Oued Wind Farm Project"],
  ["THE OGA REDD+ PROJECT", "The Oga REDD+ Project"],
  ["8.6 MW RIZA HEPP", "8.6 MW Riza HEPP"],
  ["MONGOLIA AFFORESTATION PROJECT (PHASE II)", "Mongolia Afforestation Project (Phase II)"],
  ["KARAGANDA LANDFILL GAS (LFG) CAPTURE", "Karaganda Landfill Gas (LFG) Capture"],
  ["REGENERATION KENYA (FRECAR)", "Regeneration Kenya (FRECAR)"],
  ["CARBONOF MEXICO, S.A.P.I. DE C.V.", "Carbonof Mexico, S.A.P.I. de C.V."],
  ["PREDIO RÚSTICO DENOMINADO ÉXITO", "Predio Rústico Denominado Éxito"],
])("%j reads %j", (given, read) => {
  expect(readableName(given)).toBe(read);
});

test.each([
  ["ACCIONA WIND ENERGY PVT. LTD.", "Acciona Wind Energy Pvt. Ltd."],
  ["ALABOOL TRUST SA DE CV", "Alabool Trust SA de CV"],
  ["CARBONOF MEXICO, S.A.P.I. DE C.V.", "Carbonof Mexico, S.A.P.I. de C.V."],
  ["DENİZLİ BİYOGAZ ENERJİ ÜRETİM", "Denizli Biyogaz Enerji Üretim"],
  ["GTE KARBON VE TICARET A.S.", "GTE Karbon ve Ticaret A.S."],
  ["JSW NEO ENERGY LIMITED", "JSW Neo Energy Limited"],
  ["MICROSOL SAS", "Microsol SAS"],
  ["SENDAS AC", "Sendas AC"],
  // Unchanged.
  ["SESISA", "SESISA"],
  ["SCS Global Services", "SCS Global Services"],
  ["SANKO Enerji Sanayi", "SANKO Enerji Sanayi"],
  ["328", "328"],
])("The company %j reads %j", (given, read) => {
  expect(readableCompany(given)).toBe(read);
  expect(readableCompany(read)).toBe(read);
});
